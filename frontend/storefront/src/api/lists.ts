// What every visit may ask for; pages ask for the rest, which comes with them (client.ts).
import { cached } from 'shared/request/client';
import { request } from './request';
import type { Cards, Review } from './types';

/** What is on sale, or the first of it. `fresh` asks the server even when the browser still holds a recent answer. */
export function listCards({ fresh = false } = {}): Promise<Cards> {
  return request('GET products/cards', cached(fresh));
}

/** The newest reviews, newest first. `fresh` asks the server even when the browser still holds a recent list. */
export function listReviews({ fresh = false } = {}): Promise<Review[]> {
  return request('GET users/getallreview', cached(fresh));
}
