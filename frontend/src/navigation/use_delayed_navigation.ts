import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { preloadPage } from './preload';

const DELAY_MS = 2000;

/** Goes to another page once the shopper has had two seconds to read why, unless they leave by themselves first. */
export function useDelayedNavigation() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function leaveFor(path: string, state?: unknown) {
    preloadPage(path);
    setLeaving(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => navigate(path, { state }), DELAY_MS);
  }

  return { leaving, leaveFor };
}
