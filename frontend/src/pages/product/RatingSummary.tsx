import { productWords } from '#words/product';
import { ratingWords } from '#words/rating';
import type { ReviewsState } from '../../product/use_reviews_of';
import { averageRating, formatRating } from '../../rules/rating';
import { Stars } from '../../ui/Stars';
import styles from './RatingSummary.module.css';

/** What shoppers think in one line, and the way to their words. Its line is there before they are. */
export function RatingSummary({ reviews }: { reviews: ReviewsState }) {
  return <p className={styles.summary}>{typeof reviews !== 'string' && <Found reviews={reviews} />}</p>;
}

function Found({ reviews }: { reviews: readonly { rating: number }[] }) {
  const average = averageRating(reviews);
  return (
    <a href="#reviews">
      {reviews.length === 0 ? (
        productWords.notRated
      ) : (
        <>
          <Stars rating={average} />
          <b aria-hidden="true">{formatRating(average)}</b>
          <span>{ratingWords.count(reviews.length)}</span>
        </>
      )}
    </a>
  );
}
