import { useEffect } from 'react';

/**
 * Shows what the address's fragment names (`/faq#storage`). The browser looks for it before the page's code has come,
 * and then no more.
 */
export function useFragment(): void {
  useEffect(() => {
    const element = document.getElementById(window.location.hash.slice(1));
    if (element instanceof HTMLDetailsElement) element.open = true;
    element?.scrollIntoView();
  }, []);
}
