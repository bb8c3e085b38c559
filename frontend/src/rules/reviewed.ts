import type { Card, Review } from '../api/types';

/** Finds the product that a name typed by a shopper means; nothing when none is meant. */
export type FindProduct = (name: string) => Card | undefined;

/** Finds products by their name to the letter, in any case; most shoppers write it as it stands on the page. */
export function byName(products: readonly Card[]): FindProduct {
  const named = new Map(products.map((product) => [product.productName.toLowerCase(), product]));
  return (name) => named.get(name.trim().toLowerCase());
}

/** The reviews of each product, by its id, in the order they came in. */
export function groupByProduct(reviews: readonly Review[], find: FindProduct): ReadonlyMap<string, Review[]> {
  const groups = new Map<string, Review[]>();
  for (const review of reviews) {
    const id = find(review.productname)?._id;
    if (id !== undefined) groups.set(id, [...(groups.get(id) ?? []), review]);
  }
  return groups;
}
