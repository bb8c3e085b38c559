import { useStore } from 'zustand';
import { type Entry, type Resource, unknown, useWhenSeen } from './resource';

/** What is known of a key, asked for while it is looked at. Of no key nothing is known. */
export function useResource<T>({ store, look }: Resource<T>, key: string | undefined): Entry<T> {
  useWhenSeen(() => key !== undefined && look(key), key);
  return useStore(store, (entries) => entries[key ?? ''] ?? unknown);
}
