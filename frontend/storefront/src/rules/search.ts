import Fuse from 'fuse.js/basic';
import type { Card } from '../api/types';

/**
 * How unlike a product's name the words may be, from 0 (not at all) to 1 (anything). The specification's number is 5,
 * which the scale does not have; measured on the shop's names it would let "laptop" open Karela Powder, so tenths are
 * meant. See the decisions beside the specification.
 */
export const SEARCH_THRESHOLD = 0.5;

/**
 * The product that a shopper's words mean: one with exactly that name or other name, else the nearest by name, else the
 * nearest by other names.
 */
export function findProduct(products: readonly Card[], words: string): Card | undefined {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return undefined;
  return (
    products.find((product) => namesOf(product).some((name) => name.toLowerCase() === wanted)) ??
    nearest(products, 'productName', wanted) ??
    nearest(products, 'otherNames', wanted)
  );
}

/** Suggestions stand beside each other, so they must resemble the words more than a search's one result. */
const SUGGESTION_THRESHOLD = 0.3;
const MAX_SUGGESTIONS = 5;

/** The products that words typed so far may mean: first the one a search would open, then others like it. */
export function suggestProducts(products: readonly Card[], words: string): Card[] {
  const found = findProduct(products, words);
  if (!found) return [];
  const fuse = new Fuse(products, { keys: ['productName', 'otherNames'], threshold: SUGGESTION_THRESHOLD });
  const alike = fuse.search(words.trim(), { limit: MAX_SUGGESTIONS }).map(({ item }) => item);
  return [...new Set([found, ...alike])].slice(0, MAX_SUGGESTIONS);
}

function namesOf({ productName, otherNames }: Card): string[] {
  return [productName, ...otherNames];
}

function nearest(products: readonly Card[], key: keyof Card, wanted: string): Card | undefined {
  const fuse = new Fuse(products, { keys: [key], threshold: SEARCH_THRESHOLD });
  return fuse.search(wanted, { limit: 1 })[0]?.item;
}
