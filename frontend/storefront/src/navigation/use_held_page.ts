import { useEffect } from 'react';
import { holdPage } from './held_page';

/** Keeps the shopper on the page while an operation runs that needs their attention. */
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

/** Lets the browser ask before the shopper leaves the shop. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
