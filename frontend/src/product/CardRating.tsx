import type { Card } from '../api/types';
import { ratingWords } from '#words/rating';
import { averageRating, formatRating } from '../rules/rating';
import { Stars } from '../ui/Stars';
import styles from './CardRating.module.css';
import { useReviewsOf } from './use_reviews_of';

/** What shoppers think of a product. The line is there before and without reviews, so that the prices of a row stand at one height. */
export function CardRating({ product }: { product: Card }) {
  const reviews = useReviewsOf(product);
  return (
    <p className={styles.rating}>
      {typeof reviews !== 'string' && reviews.length > 0 && <Found reviews={reviews} />}
    </p>
  );
}

function Found({ reviews }: { reviews: readonly { rating: number }[] }) {
  const average = averageRating(reviews);
  return (
    <>
      <Stars rating={average} size={18} />
      <span aria-hidden="true">
        {formatRating(average)} ({reviews.length})
      </span>
      <span className="visuallyHidden">{ratingWords.count(reviews.length)}</span>
    </>
  );
}
