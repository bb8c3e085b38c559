import { useEffect, useRef, useState } from 'react';

const LOCK_MS = 300;

/** Locks an item of the cart for a moment after a change, so that one nervous tap does not count twice. */
export function useLock() {
  const [locked, setLocked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function lock() {
    setLocked(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setLocked(false), LOCK_MS);
  }

  return { locked, lock };
}
