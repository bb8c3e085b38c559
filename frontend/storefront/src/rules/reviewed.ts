import type { Card } from '../api/types';

/** Finds the product for a name typed by a shopper; undefined if none matches. */
export type FindProduct = (name: string) => Card | undefined;

/** Finds products by their exact name, ignoring case. Most shoppers type it as it is on the page. */
export function byName(products: readonly Card[]): FindProduct {
  const named = new Map(products.map((product) => [product.productName.toLowerCase(), product]));
  return (name) => named.get(name.trim().toLowerCase());
}
