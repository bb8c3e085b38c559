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
    nearest(products, 'name', wanted) ??
    nearest(products, 'others', wanted)
  );
}

/** Whether a product has these words in one of its names, letter for letter. */
export function isNamed(products: readonly Card[], words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return products.some((product) => namesOf(product).some((name) => name.toLowerCase().includes(wanted)));
}

/** Suggestions stand beside each other, so they must resemble the words more than a search's one result. */
const SUGGESTION_THRESHOLD = 0.3;
const MAX_SUGGESTIONS = 5;

/** The products that words typed so far may mean: first the one a search would open, then others like it. */
export function suggestProducts(products: readonly Card[], words: string): Card[] {
  const found = findProduct(products, words);
  if (!found) return [];
  const alike = indexOf(products, 'alike').search(words.trim(), { limit: MAX_SUGGESTIONS });
  return [...new Set([found, ...alike.map(({ item }) => item)])].slice(0, MAX_SUGGESTIONS);
}

function namesOf(product: Card): string[] {
  return [product.productName, ...otherNamesOf(product)];
}

/** The name in Hindi is one of them, and counts once where the catalog says it twice. */
function otherNamesOf({ otherNames, hindiName }: Card): string[] {
  return [...new Set([...otherNames, hindiName])].filter(Boolean);
}

const others = { name: 'otherNames', getFn: otherNamesOf };

/** What is looked in, and how unlike it the words may be. */
const kinds = {
  name: { keys: ['productName'], threshold: SEARCH_THRESHOLD },
  others: { keys: [others], threshold: SEARCH_THRESHOLD },
  alike: { keys: ['productName', others], threshold: SUGGESTION_THRESHOLD },
};

type Kind = keyof typeof kinds;

/** Each list has its indexes made once: every letter typed asks them. */
const indexes = new WeakMap<readonly Card[], Partial<Record<Kind, Fuse<Card>>>>();

function indexOf(products: readonly Card[], kind: Kind): Fuse<Card> {
  const made = indexes.get(products) ?? {};
  indexes.set(products, made);
  return (made[kind] ??= new Fuse(products, kinds[kind]));
}

function nearest(products: readonly Card[], kind: Kind, wanted: string): Card | undefined {
  return indexOf(products, kind).search(wanted, { limit: 1 })[0]?.item;
}
