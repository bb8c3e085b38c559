import { useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { preloadPage } from './preload';

const DELAY_MS = 2000;

/**
 * Goes to another page once the shopper has had two seconds to read why. Whoever leaves by themselves is not called back,
 * also when they left before it was known where to go.
 */
export function useDelayedNavigation() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(false);
  // The address is the next page's as soon as that is asked for, while this one stands until its code is there.
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
