import { useEffect } from 'react';

/**
 * Scrolls to the element that the URL's hash names (`/faq#storage`). The browser looks for it only once, before the page's code has loaded.
 */
export function useFragment(): void {
  useEffect(() => {
    const element = document.getElementById(window.location.hash.slice(1));
    if (element instanceof HTMLDetailsElement) element.open = true;
    element?.scrollIntoView();
  }, []);
}
