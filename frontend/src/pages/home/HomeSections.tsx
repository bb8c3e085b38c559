import { useDeferredValue } from 'react';
import type { Product } from '../../api/types';
import { useReviews } from '../../stores/reviews';
import { Ingredients } from './Ingredients';
import { Promo } from './Promo';
import { ReviewCarousel } from './ReviewCarousel';
import { Teasers } from './Teasers';

/** What a shopper scrolls to; a chunk of its own, so that the first screen does not wait for it. */
export default function HomeSections({ products }: { products: readonly Product[] }) {
  const { data: reviews, loading } = useDeferredValue(useReviews());
  return (
    <>
      <Promo />
      <Ingredients products={products} />
      <ReviewCarousel reviews={reviews} loading={loading} />
      <Teasers />
    </>
  );
}
