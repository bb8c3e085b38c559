import { readProduct } from '../api/client';
import { ApiError } from '../api/errors';
import type { Product } from '../api/types';
import { createResource, type Entry } from './resource';

const NOT_FOUND = 404;

/** The age after which prices and stock are fetched again when the page is opened or seen. */
const STALE_MS = 60_000;

/** A product's details, or why they are missing. */
export type Details = Product | 'loading' | 'failed' | 'missing';

/** The details of products, by product id. */
export const productDetails = createResource<Product>({
  ask: (id, { fresh }) => readProduct(id, { fresh }),
  staleMs: STALE_MS,
});

/** The state of a product's details; undefined before the first request. */
export function detailsIn({ data, error, loading }: Entry<Product>): Details | undefined {
  // A product that is no longer sold is not shown any more.
  if (error instanceof ApiError && error.status === NOT_FOUND) return 'missing';
  if (data) return data;
  if (error !== undefined) return 'failed';
  return loading ? 'loading' : undefined;
}
