import { useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { preloadPage } from './preload';

const DELAY_MS = 2000;

/**
 * Navigates to another page after two seconds, so that the shopper can read why. It is cancelled if the shopper leaves first, also before
 * the target is known.
 */
export function useDelayedNavigation() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(false);
  // The address changes as soon as the next page is requested, while this page stays until its code is loaded.
  const [address] = useState(() => window.location.pathname);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  function leaveFor(path: string, options?: NavigateOptions) {
    if (!shown.current) return;
    preloadPage(path);
    setLeaving(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (window.location.pathname === address) navigate(path, options);
    }, DELAY_MS);
  }

  return { leaving, leaveFor };
}
