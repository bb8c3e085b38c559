// Changes of a resource that only some pages make. The first visit does not load this code.
import type { Resource } from './resource';

/** Changes the cached data of a key, after another response brought newer data. */
export function changeKnown<T>({ entryOf, put }: Resource<T>, key: string, change: (data: T) => T): void {
  const { data } = entryOf(key);
  if (data) put(key, { data: change(data) });
}

/** Marks the data of a key as stale. */
export function invalidate<T>({ put }: Resource<T>, key: string): void {
  put(key, { askedAt: 0 });
}

/** Clears all data. With an error, each key keeps it as the reason. */
export function forget<T>({ store }: Resource<T>, error?: unknown): void {
  const keys = error ? Object.keys(store.getState()) : [];
  store.setState(Object.fromEntries(keys.map((key) => [key, { askedAt: 0, asOf: 0, error }])), true);
}
