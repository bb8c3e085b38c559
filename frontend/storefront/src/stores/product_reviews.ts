import { listReviewsOf } from '../api/client';
import type { Review } from '../api/types';
import { createResource } from './resource';

const STALE_MS = 60_000;

/** The newest reviews of products, by the product's name. */
export const productReviews = createResource<Review[]>({ ask: listReviewsOf, staleMs: STALE_MS });
