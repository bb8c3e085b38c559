import { reviewsWords } from '#words/reviews';
import styles from './SampleMark.module.css';

/** Stands at a review that the shop made up to show what reviews look like, so that nobody takes it for a shopper's. */
export function SampleMark({ review }: { review: { isSample?: boolean } }) {
  return review.isSample && <span className={styles.mark}>{reviewsWords.sample}</span>;
}
