import type { Card } from '../api/types';

/** Finds the product that a name typed by a shopper means; nothing when none is meant. */
export type FindProduct = (name: string) => Card | undefined;

/** Finds products by their name to the letter, in any case; most shoppers write it as it stands on the page. */
export function byName(products: readonly Card[]): FindProduct {
  const named = new Map(products.map((product) => [product.productName.toLowerCase(), product]));
  return (name) => named.get(name.trim().toLowerCase());
}
