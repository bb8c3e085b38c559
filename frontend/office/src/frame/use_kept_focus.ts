import { type RefObject, useEffect } from 'react';

/** Whoever works by keyboard goes on in the page when what had the focus is gone, such as a button that has done what it was for. */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const watch = new MutationObserver(() => {
      const isLost = last instanceof HTMLElement && !last.isConnected;
      if (!isLost) return;
      last = null;
      if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, [page]);
}
