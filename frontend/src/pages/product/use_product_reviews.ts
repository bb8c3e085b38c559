import { startTransition, useEffect, useMemo, useState } from 'react';
import type { Product, Review } from '../../api/types';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';

type Rule = typeof import('../../rules/review_match');

/** The reviews of a product, or why they are not there. */
export type ProductReviewsState = Review[] | 'loading' | 'failed';

/**
 * The reviews of a product, newest first. The search that tells whose they are is as large as the rest of the page, so
 * it comes after it; without it the product is still for sale.
 */
export function useProductReviews(product: Product): ProductReviewsState {
  const products = useCart((state) => state.data);
  const reviews = useReviews((state) => state.data);
  const [rule, setRule] = useState<Rule | 'loading' | 'failed'>('loading');

  useEffect(() => {
    import('../../rules/review_match')
      .catch(() => 'failed' as const)
      .then((found) => startTransition(() => setRule(found)));
  }, []);

  return useMemo(() => {
    if (typeof rule === 'string') return rule;
    return rule.reviewsOf(product, products, reviews);
  }, [rule, product, products, reviews]);
}
