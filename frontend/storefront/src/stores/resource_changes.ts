// What only some pages do to a resource. The first visit does without it.
import type { Resource } from './resource';

/** Changes what is known, as the server told in another way. */
export function changeKnown<T>({ entryOf, put }: Resource<T>, key: string, change: (data: T) => T): void {
  const { data } = entryOf(key);
  if (data) put(key, { data: change(data) });
}

/** Has what is known asked for again by whoever looks next. */
export function invalidate<T>({ put }: Resource<T>, key: string): void {
  put(key, { askedAt: 0 });
}

/** Forgets everything, for this reason if there is one. */
export function forget<T>({ store }: Resource<T>, error?: unknown): void {
  const keys = error ? Object.keys(store.getState()) : [];
  store.setState(Object.fromEntries(keys.map((key) => [key, { askedAt: 0, asOf: 0, error }])), true);
}
