import { useEffect } from 'react';

/**
 * Keeps the shopper where they are while something runs that must not go on unseen: Back and Forward are taken back before
 * the router hears of them. It is the router that numbers the entries of the history.
 */
export function useHeldPage(held: boolean): void {
  useEffect(() => {
    if (!held) return undefined;
    const here = window.history.state?.idx;
    function takeBack(event: PopStateEvent) {
      const by = here - event.state?.idx;
      // An entry without a number is of this page.
      if (Number.isNaN(by)) return;
      event.stopImmediatePropagation();
      if (by !== 0) window.history.go(by);
    }
    window.addEventListener('popstate', takeBack, { capture: true });
    window.addEventListener('beforeunload', askFirst);
    return () => {
      window.removeEventListener('popstate', takeBack, { capture: true });
      window.removeEventListener('beforeunload', askFirst);
    };
  }, [held]);
}

/** What leaves the shop is for the browser to ask about. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
