import { useRef } from 'react';

/**
 * Does one task after the other: codes come faster than answers do, and faster than the screen is drawn. A task that fails is told
 * to `onError`, and the tasks after it are done all the same.
 */
export function useInTurn(onError: (error: unknown) => void): (task: () => Promise<void> | void) => void {
  const last = useRef<Promise<void>>(Promise.resolve());
  return (task) => {
    last.current = last.current.then(task).catch(onError);
  };
}
