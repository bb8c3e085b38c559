import { useRef } from 'react';

/** Does what scans ask for one after the other: codes come faster than answers do, and faster than the screen is drawn. */
export function useInTurn(take: (code: string) => Promise<void> | void): (code: string) => void {
  const last = useRef<Promise<void>>(Promise.resolve());
  return (code) => {
    last.current = last.current.then(() => take(code));
  };
}
