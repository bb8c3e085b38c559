import Fuse from 'fuse.js/basic';
import type { Card } from '../api/types';

/**
 * The highest distance between the words and a product's name, from 0 (equal) to 1 (anything). The specification says 5, which is not on
 * this scale, so tenths are meant: 5 would let "laptop" open Karela Powder. See the decisions beside the specification.
 */
export const SEARCH_THRESHOLD = 0.5;

/** The product that a shopper's words mean: by exact name or other name, else the closest by name, else the closest by other names. */
export function findProduct(products: readonly Card[], words: string): Card | undefined {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return undefined;
  return (
    products.find((product) => namesOf(product).some((name) => name.toLowerCase() === wanted)) ??
    nearest(products, 'name', wanted) ??
    nearest(products, 'others', wanted)
  );
}

/** True if a name of a product contains these words. */
export function isNamed(products: readonly Card[], words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return products.some((product) => namesOf(product).some((name) => name.toLowerCase().includes(wanted)));
}

/** The threshold for suggestions. It is stricter than the search's, because several are shown. */
const SUGGESTION_THRESHOLD = 0.3;
const MAX_SUGGESTIONS = 5;

/** The products that the words typed so far may mean: first the one that a search would open, then similar ones. */
export function suggestProducts(products: readonly Card[], words: string): Card[] {
  const found = findProduct(products, words);
  if (!found) return [];
  const alike = indexOf(products, 'alike').search(words.trim(), { limit: MAX_SUGGESTIONS });
  return [...new Set([found, ...alike.map(({ item }) => item)])].slice(0, MAX_SUGGESTIONS);
}

function namesOf(product: Card): string[] {
  return [product.productName, ...otherNamesOf(product)];
}

/** The Hindi name is one of the other names, and counts once if the catalog lists it twice. */
function otherNamesOf({ otherNames, hindiName }: Card): string[] {
  return [...new Set([...otherNames, hindiName])].filter(Boolean);
}

const others = { name: 'otherNames', getFn: otherNamesOf };

/** The searched fields and thresholds. */
const kinds = {
  name: { keys: ['productName'], threshold: SEARCH_THRESHOLD },
  others: { keys: [others], threshold: SEARCH_THRESHOLD },
  alike: { keys: ['productName', others], threshold: SUGGESTION_THRESHOLD },
};

type Kind = keyof typeof kinds;

/** The indexes of each product list, built once because every key press uses them. */
const indexes = new WeakMap<readonly Card[], Partial<Record<Kind, Fuse<Card>>>>();

function indexOf(products: readonly Card[], kind: Kind): Fuse<Card> {
  const made = indexes.get(products) ?? {};
  indexes.set(products, made);
  return (made[kind] ??= new Fuse(products, kinds[kind]));
}

function nearest(products: readonly Card[], kind: Kind, wanted: string): Card | undefined {
  return indexOf(products, kind).search(wanted, { limit: 1 })[0]?.item;
}
