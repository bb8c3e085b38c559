import { useEffect } from 'react';
import { createStore } from 'zustand';
import { shopperMessage } from '../api/errors';

/** The longest time that a proxy caches product lists (`Cache-Control` of the gateway). Browsers revalidate each time. */
const LONGEST_HELD_MS = 5_000;

/** The data of a key, and the result of the last request. */
export interface Entry<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  /** The pending request. */
  readonly loading?: Promise<T> | undefined;
  /** The time when `data` was requested, in milliseconds since 1970, like `asOf`. */
  readonly askedAt: number;
  /** The time up to which `data` is current on the server. */
  readonly asOf: number;
}

interface Question<T> {
  /** Bypasses the browser's cache. */
  fresh: boolean;
  /** The data known before this request. */
  known: T | undefined;
}

interface ResourceSetup<T> {
  ask: (key: string, question: Question<T>) => Promise<T>;
  /** The age after which data is fetched again when it is looked at. */
  staleMs: number;
}

/** The entry of a key that was never requested. */
export const unknown: Entry<never> = { askedAt: 0, asOf: 0 };

export type Resource<T> = ReturnType<typeof createResource<T>>;

/** All resources, so that tests can reset them. */
export const everyResource = new Set<Resource<never>>();

/**
 * A cache of server data by key. Data is fetched when first needed, and again once it is stale and looked at. Old data stays until newer
 * data arrives. Of two requests, the later one counts.
 */
export function createResource<T>({ ask, staleMs }: ResourceSetup<T>) {
  const store = createStore<Readonly<Record<string, Entry<T>>>>(() => ({}));
  const entryOf = (key: string): Entry<T> => store.getState()[key] ?? unknown;
  const put = (key: string, change: Partial<Entry<T>>) =>
    store.setState({ [key]: { ...entryOf(key), ...change } });

  /** Fetches the data of a key. Rejects on failure; the old data stays. */
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

  /** Fetches the data of a key if it is stale. The entry has the result. */
  function look(key: string): void {
    const { data, loading, askedAt } = entryOf(key);
    if (!loading && Date.now() - askedAt >= staleMs) load(key, Boolean(data)).catch(() => {});
  }

  const resource = { store, entryOf, put, load, look };
  if (import.meta.env.MODE === 'test') everyResource.add(resource as unknown as Resource<never>);
  return resource;
}

/** The only key of a resource that holds one thing. */
export const ALL = '';

/** Keeps a state slice in step with a resource of one thing. `take` receives each new answer. */
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

/** Calls a function when the component appears, and whenever the tab becomes visible. */
export function useWhenSeen(act: () => void, key?: string): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && act();
    act();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
    // oxlint-disable-next-line react/exhaustive-deps -- what is done depends on the key alone
  }, [key]);
}
