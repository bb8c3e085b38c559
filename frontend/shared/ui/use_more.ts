import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Shows what `load` adds to a list; the focus moves to the first of it, because the button stands behind it or is gone. A failure
 * is told by `onFailure`.
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
