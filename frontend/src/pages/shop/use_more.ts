import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { shopWords } from '#words/shop';
import { notifyError } from '../../notify';
import { useCart } from '../../stores/cart';
import { loadMore } from '../../stores/more_products';

/** Pages that are looked through for a choice that few products fit, before the shopper is asked to go on. */
const MOST_PAGES = 5;

/**
 * Shows more of a shop of many products, as many pages as it takes until one more is seen; the focus moves to the first of
 * them, because the button stands behind them or is gone. `count` says how many are shown.
 */
export function useMore(list: RefObject<HTMLElement | null>, count: () => number) {
  const more = useCart((state) => state.next !== null);
  const [loading, setLoading] = useState(false);
  const before = useRef<ReadonlySet<Element>>(undefined);

  useLayoutEffect(() => {
    if (loading || !before.current) return;
    const first = [...(list.current?.children ?? [])].find((card) => !before.current?.has(card));
    before.current = undefined;
    first?.querySelector('a')?.focus();
  }, [loading, list]);

  async function show() {
    if (loading) return;
    setLoading(true);
    const cards = new Set(list.current?.children);
    const shown = count();
    try {
      for (let page = 0; page < MOST_PAGES && count() === shown; page++) {
        // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
        await loadMore();
        if (useCart.getState().next === null) break;
      }
      before.current = cards;
    } catch {
      notifyError(shopWords.moreFailed);
    }
    setLoading(false);
  }

  return { more, loading, show };
}
