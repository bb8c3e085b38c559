import { Link } from 'react-router';
import type { Review } from '../../api/types';
import { reviewsWords } from '#words/reviews';
import { paths } from '../../paths';
import { ReviewMarks, ShopAnswer } from './ReviewMarks';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import { Rating } from '../../product/Rating';
import styles from './Testimonial.module.css';

/** A review with the photo of its product. */
export function Testimonial({ review }: { review: Review }) {
  const { name, productId, productname, productPhoto, rating } = review;
  return (
    <li className={styles.card}>
      <div className={`${styles.plate} ${plateClass(productId ?? productname)}`}>
        <Picture
          photo={productPhoto}
          alt={productname}
          width={300}
          height={375}
          sizes="(max-width: 760px) 112px, 300px"
        />
      </div>
      <div className={styles.who}>
        <h2>{name}</h2>
        <p className={styles.product}>
          {productId ? (
            <Link to={paths.product(productId)}>{reviewsWords.about(productname)}</Link>
          ) : (
            reviewsWords.about(productname)
          )}
        </p>
        <Rating rating={rating} />
        <ReviewMarks review={review} />
      </div>
      <div className={styles.text}>
        <p>{review.review}</p>
        <ShopAnswer review={review} />
      </div>
    </li>
  );
}
