import { create } from 'zustand';
import { listReviews } from '../api/lists';
import { shopperMessage } from '../api/errors';
import type { Review } from '../api/types';

/** The reviews slice: the newest reviews, newest first, and how their load stands; it begins with the shop. */
export interface ReviewsState {
  data: Review[];
  loading: boolean;
  error: string | null;
}

export const useReviews = create<ReviewsState>(() => ({ data: [], loading: true, error: null }));

/** Fetches the reviews. Rejects when they cannot be had; what was there before stays. */
export async function loadReviews(options?: { fresh: boolean }): Promise<void> {
  useReviews.setState({ loading: true, error: null });
  try {
    useReviews.setState({ data: await listReviews(options), loading: false });
  } catch (error) {
    useReviews.setState({ loading: false, error: shopperMessage(error) });
    throw error;
  }
}
