import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** On every navigation the page starts at its top and the focus at its content, as after a full page load. */
export function RouteChange() {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const shown = useRef(address);

  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [address]);

  return null;
}
