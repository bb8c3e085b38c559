import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Card, Review } from '../../api/types';
import { ratingWords } from '#words/rating';
import { reviewsWords } from '#words/reviews';
import { latePart } from '../../start/load_part';
import { paths } from '../../paths';
import { ReviewText } from '../testimonials/ReviewMarks';
import type { ReviewsState } from './use_product_reviews';
import { formatRating } from 'shared/rules/rating';
import { useSession } from '../../stores/session';
import button from 'shared/ui/button.module.css';
import { Rating } from '../../product/Rating';
import styles from './ProductReviews.module.css';

const texts = reviewsWords;
const ChangeReview = latePart(() => import('./ChangeReview'));
const HiddenReviews = latePart(() => import('./HiddenReviews'));

interface ProductReviewsProps {
  product: Card;
  reviews: ReviewsState;
}

/** The reviews of a product, with a link to the review form. */
export function ProductReviews({ product, reviews }: ProductReviewsProps) {
  const form = paths.reviewOf(product._id);
  const isLoginUser = useSession((state) => state.isLoginUser);
  return (
    <section id="reviews" className={styles.reviews} aria-labelledby="product-reviews-heading">
      <h2 id="product-reviews-heading">{texts.productHeading}</h2>
      {reviews === 'loading' && <p>{texts.loading}</p>}
      {reviews === 'failed' && <p>{texts.failed}</p>}
      {typeof reviews !== 'string' && reviews.length === 0 && (
        <>
          <p>{texts.noneOfProduct}</p>
          <Link className={button.outline} to={form}>
            {texts.beFirst}
          </Link>
        </>
      )}
      {typeof reviews !== 'string' && reviews.length > 0 && (
        <>
          {product.rating && <Average rating={product.rating} />}
          <List reviews={reviews} isLoginUser={isLoginUser} />
          <Link className={button.outline} to={form}>
            {texts.write}
          </Link>
        </>
      )}
      {isLoginUser && typeof reviews !== 'string' && (
        <Suspense fallback={null}>
          <HiddenReviews product={product} shown={reviews} />
        </Suspense>
      )}
    </section>
  );
}

function Average({ rating: { mean, count } }: { rating: NonNullable<Card['rating']> }) {
  return (
    <p className={styles.average}>
      <b aria-hidden="true">{formatRating(mean)}</b>
      <Rating rating={mean} size={24} />
      <span>{ratingWords.count(count)}</span>
    </p>
  );
}

function List({ reviews, isLoginUser }: { reviews: readonly Review[]; isLoginUser: boolean }) {
  return (
    <ul>
      {reviews.map((review) => (
        <li key={review._id}>
          <ReviewText review={review} />
          {isLoginUser && (
            <Suspense fallback={null}>
              <ChangeReview id={review._id} />
            </Suspense>
          )}
        </li>
      ))}
    </ul>
  );
}
