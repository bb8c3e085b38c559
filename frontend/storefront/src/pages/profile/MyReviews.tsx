import { useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { profileWords } from '#words/profile';
import type { OwnReview } from '../../api/types';
import { paths } from '../../paths';
import { keepAllOwn, ownReviewList, useOwnReviews } from '../../stores/own_reviews';
import ChangeReview from '../product/ChangeReview';
import { ReviewText } from '../testimonials/ReviewMarks';
import { AccountSection } from './AccountSection';
import styles from './profile.module.css';

const texts = profileWords;

/** All reviews by the shopper, including hidden ones. */
export default function MyReviews() {
  return (
    <AccountSection
      title={texts.reviewsTitle}
      intro={texts.reviewsIntro}
      resource={ownReviewList}
      loginFirst={texts.loginFirst}
      failed={texts.failed}
    >
      {(reviews) => <List reviews={reviews} />}
    </AccountSection>
  );
}

function List({ reviews }: { reviews: readonly OwnReview[] }) {
  const own = useOwnReviews();
  // Stores the reviews before each one renders, because a review fetches all if it does not find itself.
  useLayoutEffect(() => keepAllOwn(reviews), [reviews]);

  if (reviews.length === 0) return <p>{texts.noReview}</p>;
  return (
    <ul className={styles.reviews}>
      {reviews
        .map((review) => own[review._id] ?? review)
        .map((review) => (
          <li key={review._id}>
            <h2>
              {review.productId ? (
                <Link to={paths.product(review.productId)}>{review.productname}</Link>
              ) : (
                review.productname
              )}
            </h2>
            <ReviewText review={review} />
            <ChangeReview id={review._id} />
          </li>
        ))}
    </ul>
  );
}
