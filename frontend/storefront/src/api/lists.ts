// API calls that every visit makes. The calls of the pages load with the pages (client.ts).
import { cached } from 'shared/request/client';
import { request } from './request';
import type { Cards, Review } from './types';

/** Lists the products on sale, or the first page of them. `fresh` bypasses the browser's cache. */
export function listCards({ fresh = false } = {}): Promise<Cards> {
  return request('GET products/cards', cached(fresh));
}

/** Lists the newest reviews, newest first. `fresh` bypasses the browser's cache. */
export function listReviews({ fresh = false } = {}): Promise<Review[]> {
  return request('GET users/getallreview', cached(fresh));
}
