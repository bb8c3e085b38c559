import { useStore } from 'zustand';
import { type Entry, type Resource, unknown, useWhenSeen } from './resource';

/** The entry of a key, fetched while the component is shown. Without a key, the entry is empty. */
export function useResource<T>({ store, look }: Resource<T>, key: string | undefined): Entry<T> {
  useWhenSeen(() => key !== undefined && look(key), key);
  return useStore(store, (entries) => entries[key ?? ''] ?? unknown);
}
