import type { Card } from '../api/types';
import { Rating } from './Rating';
import { formatRating } from 'shared/rules/rating';
import { ratingWords } from '#words/rating';
import styles from './CardRating.module.css';

/** The rating of a product. The line is rendered without reviews, too, so that the prices in a row are aligned. */
export function CardRating({ product: { rating } }: { product: Card }) {
  return (
    <p className={styles.rating}>
      {rating && (
        <>
          <Rating rating={rating.mean} size={18} />
          <span aria-hidden="true">
            {formatRating(rating.mean)} ({rating.count})
          </span>
          <span className="visuallyHidden">{ratingWords.count(rating.count)}</span>
        </>
      )}
    </p>
  );
}
