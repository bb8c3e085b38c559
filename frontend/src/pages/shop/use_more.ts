import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { shopWords } from '#words/shop';
import { notifyError } from '../../notify';

/** Shows the products that `load` adds; the focus moves to the first of them, because the button stands behind them or is gone. */
export function useMore(list: RefObject<HTMLElement | null>, load: () => Promise<void>) {
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
    try {
      await load();
      before.current = cards;
    } catch {
      notifyError(shopWords.moreFailed);
    }
    setLoading(false);
  }

  return { loading, show };
}
