import { useEffect } from 'react';
import { create } from 'zustand';

/**
 * The longest that a browser shows an answer of ours that it holds, while it asks again (`Cache-Control` of the gateway's
 * lists).
 */
const LONGEST_HELD_MS = 660_000;

/** What is known of a key, and how the last question went. */
export interface Entry<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly loading: boolean;
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

const resources = new Set<() => void>();

const unknown: Entry<never> = { loading: false, askedAt: 0, asOf: 0 };

export type Resource<T> = ReturnType<typeof createResource<T>>;

/**
 * What the server tells, by a key: asked for when it is first needed, and again once it is old and somebody looks. What is
 * known stays until something newer comes; of two questions the later one's answer counts.
 */
export function createResource<T>({ ask, staleMs }: ResourceSetup<T>) {
  const useEntries = create<Readonly<Record<string, Entry<T>>>>(() => ({}));
  const last = new Map<string, Promise<T>>();
  const entryOf = (key: string): Entry<T> => useEntries.getState()[key] ?? unknown;
  const put = (key: string, change: Partial<Entry<T>>) =>
    useEntries.setState({ [key]: { ...entryOf(key), ...change } });

  /** Asks the server. Rejects when it does not tell; what was known before stays. */
  async function load(key: string, fresh = false): Promise<T> {
    const askedAt = Date.now();
    const answer = ask(key, { fresh, known: entryOf(key).data });
    last.set(key, answer);
    const tell = (change: Partial<Entry<T>>) =>
      last.get(key) === answer && put(key, { loading: false, ...change });
    put(key, { loading: true, error: undefined });
    try {
      const data = await answer;
      tell({ data, askedAt, asOf: fresh ? askedAt : askedAt - LONGEST_HELD_MS });
      return data;
    } catch (error) {
      tell({ error });
      throw error;
    }
  }

  /** Asks for what is old. How that goes is in the entry. */
  function look(key: string): void {
    const { data, loading, askedAt } = entryOf(key);
    if (!loading && Date.now() - askedAt >= staleMs) load(key, data !== undefined).catch(() => {});
  }

  /** Forgets everything. */
  function clear(): void {
    last.clear();
    useEntries.setState({}, true);
  }
  resources.add(clear);

  return {
    entryOf,
    load,
    look,
    subscribe: useEntries.subscribe,
    /** Changes what is known, as the server told in another way. */
    change: (key: string, change: (data: T) => T) => {
      const { data } = entryOf(key);
      if (data !== undefined) put(key, { data: change(data) });
    },
    /** Has it asked for again by whoever looks next. */
    invalidate: (key: string) => put(key, { askedAt: 0 }),
    clear,
    /** What is known of a key, without asking. */
    useKnown: (key: string) => useEntries((entries) => entries[key] ?? unknown),
    /** The same, asked for while it is looked at. Of no key nothing is known. */
    useEntry(key: string | undefined): Entry<T> {
      useWhenSeen(() => key !== undefined && look(key), key);
      return useEntries((entries) => entries[key ?? ''] ?? unknown);
    },
  };
}

/** Forgets what every resource knows. */
export function forgetEverything(): void {
  for (const clear of resources) clear();
}

/** Acts when a part of the page appears, and whenever the tab is seen again. */
export function useWhenSeen(act: () => void, key?: string): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && act();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
    // oxlint-disable-next-line react/exhaustive-deps -- what is done depends on the key alone
  }, [key]);
}
