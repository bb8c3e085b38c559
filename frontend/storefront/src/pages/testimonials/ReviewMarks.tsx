import type { Review } from '../../api/types';
import { reviewsWords } from '#words/reviews';
import { formatDay } from 'shared/rules/moment';
import { Outline } from 'shared/ui/Outline';
import { Rating } from '../../product/Rating';
import styles from './ReviewMarks.module.css';

const texts = reviewsWords;
const shield = 'M12 3.2l7 2.5v5.6c0 4.4-2.9 7.7-7 9.3-4.1-1.6-7-4.9-7-9.3V5.7zM8.7 11.9l2.4 2.4 4.3-4.8';

/** The marks of a review: sample, verified purchase, date. */
export function ReviewMarks({ review }: { review: Review }) {
  const { isSample, isVerified, writtenAt, editedAt } = review;
  return (
    <span className={styles.marks}>
      {isVerified && (
        <span className={styles.verified}>
          <Outline path={shield} size={18} />
          {texts.verified}
        </span>
      )}
      {isSample && <span className={styles.sample}>{texts.sample}</span>}
      {writtenAt && (
        <span className={styles.day}>
          <time dateTime={writtenAt}>{formatDay(writtenAt)}</time>
          {editedAt && (
            <>
              {', '}
              <time dateTime={editedAt}>{texts.edited(formatDay(editedAt))}</time>
            </>
          )}
        </span>
      )}
    </span>
  );
}

/** The shop's answer to a review, if there is one. */
export function ShopAnswer({ review }: { review: Review }) {
  if (!review.shopAnswer) return null;
  return (
    <div className={styles.answer}>
      <b>{texts.answer}</b>
      <p>{review.shopAnswer}</p>
    </div>
  );
}

/** A full review without its product name. */
export function ReviewText({ review }: { review: Review }) {
  return (
    <>
      <p className={styles.who}>
        <b>{review.name}</b>
        <Rating rating={review.rating} size={18} />
        <ReviewMarks review={review} />
      </p>
      <p className={styles.text}>{review.review}</p>
      <ShopAnswer review={review} />
    </>
  );
}
