import { Link } from 'react-router';
import type { Product, Review } from '../../api/types';
import { ratingMessages } from '../../messages/rating';
import { reviewsMessages } from '../../messages/reviews';
import { paths } from '../../paths';
import { averageRating, formatRating } from '../../rules/rating';
import button from '../../ui/button.module.css';
import { Stars } from '../../ui/Stars';
import styles from './ProductReviews.module.css';
import type { ProductReviewsState } from './use_product_reviews';

const texts = reviewsMessages;

interface ProductReviewsProps {
  product: Product;
  reviews: ProductReviewsState;
}

/** What shoppers say about a product, and the way to join them. */
export function ProductReviews({ product, reviews }: ProductReviewsProps) {
  const form = paths.reviewOf(product.productName);
  return (
    <section id="reviews" className={styles.reviews} aria-labelledby="product-reviews-heading">
      <h2 id="product-reviews-heading">{texts.productHeading}</h2>
      {reviews === 'loading' && <p>{texts.loading}</p>}
      {reviews === 'failed' && <p>{texts.failed}</p>}
      {Array.isArray(reviews) && reviews.length === 0 && (
        <>
          <p>{texts.noneOfProduct}</p>
          <Link className={button.outline} to={form}>
            {texts.beFirst}
          </Link>
        </>
      )}
      {Array.isArray(reviews) && reviews.length > 0 && (
        <>
          <Average reviews={reviews} />
          <List reviews={reviews} />
          <Link className={button.outline} to={form}>
            {texts.write}
          </Link>
        </>
      )}
    </section>
  );
}

function Average({ reviews }: { reviews: readonly Review[] }) {
  const average = averageRating(reviews);
  return (
    <p className={styles.average}>
      <b aria-hidden="true">{formatRating(average)}</b>
      <Stars rating={average} size={24} />
      <span>{ratingMessages.count(reviews.length)}</span>
    </p>
  );
}

function List({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul>
      {reviews.map(({ _id, name, rating, review }) => (
        <li key={_id}>
          <p className={styles.name}>
            <b>{name}</b>
            <Stars rating={rating} size={18} />
          </p>
          <p className={styles.text}>{review}</p>
        </li>
      ))}
    </ul>
  );
}
