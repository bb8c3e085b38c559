import { create } from 'zustand';
import { listReviews } from '../api/lists';
import type { Review } from '../api/types';
import { ALL, createResource, follow } from './resource';

/** The reviews slice: the newest reviews, newest first, and their load state. */
export interface ReviewsState {
  data: Review[];
  loading: boolean;
  error: string | null;
}

const STALE_MS = 60_000;

export const useReviews = create<ReviewsState>(() => ({ data: [], loading: true, error: null }));

const newestReviews = createResource<Review[]>({
  ask: (_, { fresh }) => listReviews({ fresh }),
  staleMs: STALE_MS,
});

follow(newestReviews, useReviews, (data) => useReviews.setState({ data }));

/** Fetches the reviews. Rejects on failure; the old ones stay. */
export async function loadReviews(options?: { fresh: boolean }): Promise<void> {
  await newestReviews.load(ALL, options?.fresh);
}

/** Fetches the reviews again if they are stale. The first load is started elsewhere. */
export function lookForReviews(): void {
  if (newestReviews.entryOf(ALL).data) newestReviews.look(ALL);
}
