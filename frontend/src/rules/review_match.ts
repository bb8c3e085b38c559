import Fuse from 'fuse.js/basic';
import type { Product, Review } from '../api/types';

const THRESHOLD = 0.4;
const MIN_MATCH_LENGTH = 2;
const MAX_SCORE = 0.5;

/**
 * The reviews of one product. The name a shopper typed is looked up among all products, and only the best match counts:
 * looked up the other way round, every name that ends in "Powder" resembles every other.
 */
export function reviewsOf(
  product: Product,
  products: readonly Product[],
  reviews: readonly Review[],
): Review[] {
  const reviewed = productMatcher(products);
  return reviews.filter(({ productname }) => reviewed(productname)?._id === product._id);
}

/** Finds the product that a name typed by a shopper means; nothing when none is near enough. */
export function productMatcher(products: readonly Product[]): (name: string) => Product | undefined {
  const fuse = new Fuse(products, {
    keys: ['productName'],
    threshold: THRESHOLD,
    minMatchCharLength: MIN_MATCH_LENGTH,
    includeScore: true,
  });
  // Most write the name as it stands on the page, which needs no search.
  const named = new Map(products.map((product) => [product.productName.toLowerCase(), product]));
  return (name) => {
    const wanted = name.trim();
    const exact = named.get(wanted.toLowerCase());
    if (exact) return exact;
    const [best] = fuse.search(wanted, { limit: 1 });
    return best && (best.score ?? 1) <= MAX_SCORE ? best.item : undefined;
  };
}
