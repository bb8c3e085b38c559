import { useEffect } from 'react';
import { holdPage } from './held_page';

/** Keeps the shopper where they are while something runs that must not go on unseen. */
export function useHeldPage(held: boolean): void {
  useEffect(() => {
    if (!held) return undefined;
    const letGo = holdPage();
    window.addEventListener('beforeunload', askFirst);
    return () => {
      letGo();
      window.removeEventListener('beforeunload', askFirst);
    };
  }, [held]);
}

/** What leaves the shop is for the browser to ask about. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
