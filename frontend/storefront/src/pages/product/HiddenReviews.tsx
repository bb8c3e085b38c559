import { useEffect } from 'react';
import type { Card, OwnReview, Review } from '../../api/types';
import { loadOwnReviews, useOwnReviews } from '../../stores/own_reviews';
import { ReviewText } from '../testimonials/ReviewMarks';
import ChangeReview from './ChangeReview';

interface HiddenReviewsProps {
  product: Card;
  /** What everybody sees, which may be older than what the shop decided. */
  shown: readonly Review[];
}

/** What the shopper wrote about a product and the shop does not show, or not yet: nobody else sees it. */
export default function HiddenReviews({ product, shown }: HiddenReviewsProps) {
  const own = useOwnReviews();

  useEffect(() => {
    void loadOwnReviews();
  }, []);

  const hidden = Object.values(own).filter(
    (review) =>
      (review.refusalReason || review.isHeld) &&
      isAbout(review, product) &&
      !shown.some(({ _id }) => _id === review._id),
  );
  if (hidden.length === 0) return null;
  return (
    <ul>
      {hidden.map((review) => (
        <li key={review._id}>
          <ReviewText review={review} />
          <ChangeReview id={review._id} />
        </li>
      ))}
    </ul>
  );
}

function isAbout({ productId, productname }: OwnReview, product: Card): boolean {
  if (productId) return productId === product._id;
  return productname.toLowerCase() === product.productName.toLowerCase();
}
