import { useEffect } from 'react';
import type { Card, OwnReview, Review } from '../../api/types';
import { loadOwnReviews, useOwnReviews } from '../../stores/own_reviews';
import { ReviewText } from '../testimonials/ReviewMarks';
import ChangeReview from './ChangeReview';

interface HiddenReviewsProps {
  product: Card;
  /** The public reviews. They may be older than the shop's decision. */
  shown: readonly Review[];
}

/** The shopper's own reviews of a product that the shop does not show, or not yet. Only their author sees them. */
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
