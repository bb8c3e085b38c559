import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Adds the items of `load` to a list and focuses the first new one, because the button is below it or gone. Calls `onFailure` on an error.
 */
export function useMore(
  list: RefObject<HTMLElement | null>,
  load: () => Promise<void>,
  onFailure: (error: unknown) => void,
) {
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
    } catch (error) {
      onFailure(error);
    }
    setLoading(false);
  }

  return { loading, show };
}
