import { create } from 'zustand';
import { listReviews } from '../api/lists';
import { shopperMessage } from '../api/errors';
import type { Review } from '../api/types';
import { createResource } from './resource';

/** The reviews slice: the newest reviews, newest first, and how their load stands; it begins with the shop. */
export interface ReviewsState {
  data: Review[];
  loading: boolean;
  error: string | null;
}

const STALE_MS = 60_000;
const NEWEST = '';

export const useReviews = create<ReviewsState>(() => ({ data: [], loading: true, error: null }));

const newest = createResource<Review[]>({ ask: (_, { fresh }) => listReviews({ fresh }), staleMs: STALE_MS });

newest.subscribe(({ [NEWEST]: entry }) => {
  if (!entry) return;
  const { data, loading, error } = entry;
  useReviews.setState({ loading, error: error === undefined ? null : shopperMessage(error) });
  if (data) useReviews.setState({ data });
});

/** Fetches the reviews. Rejects when they cannot be had; what was there before stays. */
export async function loadReviews(options?: { fresh: boolean }): Promise<void> {
  await newest.load(NEWEST, options?.fresh);
}

/** Fetches the reviews again once they are old; before they came for the first time others ask. */
export function lookForReviews(): void {
  if (newest.entryOf(NEWEST).data) newest.look(NEWEST);
}
