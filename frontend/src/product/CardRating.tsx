import { ratingMessages } from '../messages/rating';
import { averageRating, formatRating } from '../rules/rating';
import { useReviews } from '../stores/reviews';
import { Stars } from '../ui/Stars';
import styles from './CardRating.module.css';

/**
 * What shoppers think of a product, where there are reviews that name it to the letter. The search that also finds a
 * misspelt name is as large as all cards together; only the product's own page takes it.
 */
export function CardRating({ productName }: { productName: string }) {
  const all = useReviews((state) => state.data);
  const name = productName.toLowerCase();
  const reviews = all.filter(({ productname }) => productname.trim().toLowerCase() === name);
  const average = averageRating(reviews);
  // The line is there without reviews too, so that the prices of a row stand at one height.
  return (
    <p className={styles.rating}>
      {reviews.length > 0 && (
        <>
          <Stars rating={average} size={18} />
          <span aria-hidden="true">
            {formatRating(average)} ({reviews.length})
          </span>
          <span className="visuallyHidden">{ratingMessages.count(reviews.length)}</span>
        </>
      )}
    </p>
  );
}
