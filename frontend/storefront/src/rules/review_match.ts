import Fuse from 'fuse.js/basic';
import type { Card } from '../api/types';
import { byName, type FindProduct } from './reviewed';

const THRESHOLD = 0.4;
const MIN_MATCH_LENGTH = 2;
const MAX_SCORE = 0.5;

/**
 * Creates a function that finds the product for a typed name; undefined if none is close enough. It searches all products for the typed
 * name and takes the best match. The reverse search would match every name that ends in "Powder".
 */
export function productMatcher(products: readonly Card[]): FindProduct {
  const fuse = new Fuse(products, {
    keys: ['productName'],
    threshold: THRESHOLD,
    minMatchCharLength: MIN_MATCH_LENGTH,
    includeScore: true,
  });
  const named = byName(products);
  return (name) => {
    const wanted = name.trim();
    const exact = named(wanted);
    if (exact) return exact;
    const [best] = fuse.search(wanted, { limit: 1 });
    return best && (best.score ?? 1) <= MAX_SCORE ? best.item : undefined;
  };
}
