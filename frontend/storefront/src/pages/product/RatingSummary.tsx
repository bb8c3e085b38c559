import type { Card } from '../../api/types';
import { productWords } from '#words/product';
import { ratingWords } from '#words/rating';
import { formatRating } from 'shared/rules/rating';
import { Rating } from '../../product/Rating';
import styles from './RatingSummary.module.css';

/** The mean rating in one line, with a link to the reviews. */
export function RatingSummary({ product: { rating } }: { product: Card }) {
  return (
    <p className={styles.summary}>
      <a href="#reviews">
        {rating ? (
          <>
            <Rating rating={rating.mean} />
            <b aria-hidden="true">{formatRating(rating.mean)}</b>
            <span>{ratingWords.count(rating.count)}</span>
          </>
        ) : (
          productWords.notRated
        )}
      </a>
    </p>
  );
}
