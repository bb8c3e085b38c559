import Fuse from 'fuse.js/basic';
import type { Card } from '../api/types';
import { byName, type FindProduct } from './reviewed';

const THRESHOLD = 0.4;
const MIN_MATCH_LENGTH = 2;
const MAX_SCORE = 0.5;

/**
 * Finds the product that a name typed by a shopper means; nothing when none is near enough. The name is looked up among all
 * products, and only the best match counts: looked up the other way round, every name that ends in "Powder" resembles
 * every other.
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
