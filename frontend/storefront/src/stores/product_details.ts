import { readProduct } from '../api/client';
import { ApiError } from '../api/errors';
import type { Product } from '../api/types';
import { createResource, type Entry } from './resource';

const NOT_FOUND = 404;

/** Prices and stock may be this old when somebody opens the page, or sees it again. */
const STALE_MS = 60_000;

/** What a product's page tells beyond its card, or why that is not there. */
export type Details = Product | 'loading' | 'failed' | 'missing';

/** What products' pages tell beyond their cards, by the product's id. */
export const productDetails = createResource<Product>({
  ask: (id, { fresh }) => readProduct(id, { fresh }),
  staleMs: STALE_MS,
});

/** How the details of a product stand; nothing before anybody asked. */
export function detailsIn({ data, error, loading }: Entry<Product>): Details | undefined {
  // What the shop has taken off the shelf since is not shown any more.
  if (error instanceof ApiError && error.status === NOT_FOUND) return 'missing';
  if (data) return data;
  if (error !== undefined) return 'failed';
  return loading ? 'loading' : undefined;
}
