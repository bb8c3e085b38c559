import { useDeferredValue } from 'react';
import { useWhenSeen } from '../../stores/resource';
import { lookForReviews, useReviews } from '../../stores/reviews';
import { Ingredients } from './Ingredients';
import { Promo } from './Promo';
import { ReviewCarousel } from './ReviewCarousel';
import { Teasers } from './Teasers';

/** The sections below the first screen. A chunk of its own, so that the first screen does not wait for it. */
export default function HomeSections() {
  const { data: reviews, loading } = useDeferredValue(useReviews());
  useWhenSeen(lookForReviews);
  return (
    <>
      <Promo />
      <Ingredients />
      <ReviewCarousel reviews={reviews} loading={loading} />
      <Teasers />
    </>
  );
}
