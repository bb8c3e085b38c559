import { productMessages } from '../../messages/product';
import { ratingMessages } from '../../messages/rating';
import { averageRating, formatRating } from '../../rules/rating';
import { Stars } from '../../ui/Stars';
import styles from './RatingSummary.module.css';
import type { ProductReviewsState } from './use_product_reviews';

/** What shoppers think in one line, and the way to their words. Its line is there before they are. */
export function RatingSummary({ reviews }: { reviews: ProductReviewsState }) {
  return <p className={styles.summary}>{Array.isArray(reviews) && <Found reviews={reviews} />}</p>;
}

function Found({ reviews }: { reviews: readonly { rating: number }[] }) {
  const average = averageRating(reviews);
  return (
    <a href="#reviews">
      {reviews.length === 0 ? (
        productMessages.notRated
      ) : (
        <>
          <Stars rating={average} />
          <b aria-hidden="true">{formatRating(average)}</b>
          <span>{ratingMessages.count(reviews.length)}</span>
        </>
      )}
    </a>
  );
}
