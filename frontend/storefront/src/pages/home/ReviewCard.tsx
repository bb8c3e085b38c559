import type { Review } from '../../api/types';
import { reviewsWords } from '#words/reviews';
import { ReviewMarks } from '../testimonials/ReviewMarks';
import { Rating } from '../../product/Rating';
import styles from './ReviewCard.module.css';

/** A review in the carousel. Long texts are cut; the testimonials page has them in full. */
export function ReviewCard({ review }: { review: Review }) {
  return (
    <li className={styles.card}>
      <Rating rating={review.rating} />
      <ReviewMarks review={review} />
      <p className={styles.text}>{review.review}</p>
      <p className={styles.name}>
        <b>{review.name}</b>
        <span>{reviewsWords.about(review.productname)}</span>
      </p>
    </li>
  );
}
