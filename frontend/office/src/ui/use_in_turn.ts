import { useRef } from 'react';

/**
 * Runs tasks one after another, because scans arrive faster than responses and renders. A failed task calls `onError` and does not stop the
 * next ones.
 */
export function useInTurn(onError: (error: unknown) => void): (task: () => Promise<void> | void) => void {
  const last = useRef<Promise<void>>(Promise.resolve());
  return (task) => {
    last.current = last.current.then(task).catch(onError);
  };
}
