import { useSyncExternalStore } from 'react';
import { ApiError, ConnectionError } from './errors';

// Whether the office answers, as its last answers say: told in one bar over every page.

type Reach = 'good' | 'offline' | 'unreachable' | 'unavailable';

let last: Reach = 'good';
const listeners = new Set<() => void>();

/** Tells what became of a call: its error, or none. */
export function heard(error: unknown): void {
  const now = reachOf(error);
  if (now === last || now === undefined) return;
  last = now;
  for (const listener of listeners) listener();
}

function reachOf(error: unknown): Reach | undefined {
  if (error instanceof ConnectionError) return 'unreachable';
  if (error instanceof ApiError) return error.status === 503 ? 'unavailable' : 'good';
  // An error of our own says nothing of the office.
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

/** Whether the office answers, and what keeps it from it. */
export function useReach(): Reach {
  return useSyncExternalStore(subscribe, () => (navigator.onLine ? last : 'offline'));
}
