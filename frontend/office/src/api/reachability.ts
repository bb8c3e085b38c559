import { useSyncExternalStore } from 'react';
import { ApiError, ConnectionError } from './errors';

// The reachability of the gateway, judged by its latest responses. A bar over every page shows it.

type Reach = 'good' | 'offline' | 'unreachable' | 'unavailable';

let last: Reach = 'good';
const listeners = new Set<() => void>();

/** Records the result of a call: its error, or undefined. */
export function heard(error: unknown): void {
  const now = reachOf(error);
  if (now === last || now === undefined) return;
  last = now;
  for (const listener of listeners) listener();
}

function reachOf(error: unknown): Reach | undefined {
  if (error instanceof ConnectionError) return 'unreachable';
  if (error instanceof ApiError) return error.status === 503 ? 'unavailable' : 'good';
  // An error of our own code tells nothing about the gateway.
  return error === undefined ? 'good' : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns the reachability of the gateway, or the reason why it is not reachable. */
export function useReach(): Reach {
  return useSyncExternalStore(subscribe, () => (navigator.onLine ? last : 'offline'));
}
