import { useEffect } from 'react';
import { createStore } from 'zustand';
import { shopperMessage } from '../api/errors';

/** The longest that a proxy holds the products (`Cache-Control` of the gateway's lists); a browser asks each time. */
const LONGEST_HELD_MS = 5_000;

/** What is known of a key, and how the last question went. */
export interface Entry<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  /** The answer that is on its way. */
  readonly loading?: Promise<T> | undefined;
  /** When `data` was asked for; in milliseconds since 1970, as `asOf`. */
  readonly askedAt: number;
  /** What happened on the server before, `data` knows. */
  readonly asOf: number;
}

interface Question<T> {
  /** Asks the server even when the browser still holds a recent answer. */
  fresh: boolean;
  /** What was known before. */
  known: T | undefined;
}

interface ResourceSetup<T> {
  ask: (key: string, question: Question<T>) => Promise<T>;
  /** How old an answer may be that is shown to who comes back. */
  staleMs: number;
}

/** What is known before anybody asked. */
export const unknown: Entry<never> = { askedAt: 0, asOf: 0 };

export type Resource<T> = ReturnType<typeof createResource<T>>;

/** How a test forgets what every resource knows. */
export const everyResource = new Set<Resource<never>>();

/**
 * What the server tells, by a key: asked for when it is first needed, and again once it is old and somebody looks. What is
 * known stays until something newer comes; of two questions the later one's answer counts.
 */
export function createResource<T>({ ask, staleMs }: ResourceSetup<T>) {
  const store = createStore<Readonly<Record<string, Entry<T>>>>(() => ({}));
  const entryOf = (key: string): Entry<T> => store.getState()[key] ?? unknown;
  const put = (key: string, change: Partial<Entry<T>>) =>
    store.setState({ [key]: { ...entryOf(key), ...change } });

  /** Asks the server. Rejects when it does not tell; what was known before stays. */
  function load(key: string, fresh = false): Promise<T> {
    const askedAt = Date.now();
    const loading = ask(key, { fresh, known: entryOf(key).data });
    const settle = (change: Partial<Entry<T>>) =>
      entryOf(key).loading === loading && put(key, { loading: undefined, ...change });
    put(key, { loading, error: undefined });
    loading.then(
      (data) => settle({ data, askedAt, asOf: fresh ? askedAt : askedAt - LONGEST_HELD_MS }),
      (error: unknown) => settle({ error }),
    );
    return loading;
  }

  /** Asks for what is old. How that goes is in the entry. */
  function look(key: string): void {
    const { data, loading, askedAt } = entryOf(key);
    if (!loading && Date.now() - askedAt >= staleMs) load(key, Boolean(data)).catch(() => {});
  }

  const resource = { store, entryOf, put, load, look };
  if (import.meta.env.MODE === 'test') everyResource.add(resource as unknown as Resource<never>);
  return resource;
}

/** The only key of what is one thing: a list that everybody is told alike. */
export const ALL = '';

/** A slice of the state that follows how a resource of one thing stands; `take` is told each new answer. */
export function follow<T>(
  { store }: Resource<T>,
  slice: { setState: (state: { loading: boolean; error: string | null }) => void },
  take: (data: T, asOf: number) => void,
): void {
  store.subscribe(({ [ALL]: entry }, { [ALL]: before }) => {
    if (!entry) return;
    slice.setState({
      loading: Boolean(entry.loading),
      error: entry.error ? shopperMessage(entry.error) : null,
    });
    if (entry.data && entry.data !== before?.data) take(entry.data, entry.asOf);
  });
}

/** Acts when a part of the page appears, and whenever the tab is seen again. */
export function useWhenSeen(act: () => void, key?: string): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && act();
    act();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
    // oxlint-disable-next-line react/exhaustive-deps -- what is done depends on the key alone
  }, [key]);
}
