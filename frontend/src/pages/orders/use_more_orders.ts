import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { listOrders } from '../../api/client';
import { ApiError, NOT_LOGGED_IN } from '../../api/errors';
import type { OrderPage } from '../../api/types';
import { ordersWords } from '#words/orders';
import { notifyError } from '../../notify';
import { setLoginFlag } from '../../stores/session';

/** Asks for the orders after these; the focus moves to the first of them, because the button stands behind them or is gone. */
export function useMoreOrders(
  list: RefObject<HTMLElement | null>,
  page: OrderPage,
  onMore: (more: OrderPage) => void,
) {
  const [loading, setLoading] = useState(false);
  const before = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (before.current === undefined || page.orders.length === before.current) return;
    list.current?.children[before.current]?.querySelector('a')?.focus();
    before.current = undefined;
  }, [list, page]);

  async function load() {
    if (loading || page.next === null) return;
    setLoading(true);
    try {
      const more = await listOrders(page.next);
      before.current = page.orders.length;
      onMore(more);
    } catch (error) {
      if (error instanceof ApiError && error.status === NOT_LOGGED_IN) setLoginFlag(false);
      else notifyError(ordersWords.moreFailed);
    }
    setLoading(false);
  }

  return { loading, load };
}
