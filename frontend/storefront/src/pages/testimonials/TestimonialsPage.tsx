import { Link } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { reviewsWords } from '#words/reviews';
import { paths } from '../../paths';
import { useWhenSeen } from '../../stores/resource';
import { lookForReviews, useReviews } from '../../stores/reviews';
import button from 'shared/ui/button.module.css';
import { Testimonial } from './Testimonial';
import styles from './TestimonialsPage.module.css';

const texts = reviewsWords;

/** All reviews in the shop's list, newest first. */
export default function TestimonialsPage() {
  usePageHead(texts.testimonialsHeading, texts.testimonialsIntro);
  const reviews = useReviews((state) => state.data);
  const loading = useReviews((state) => state.loading);
  useWhenSeen(lookForReviews);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.header}>
        <div>
          <h1>{texts.testimonialsHeading}</h1>
          <p>{texts.testimonialsIntro}</p>
        </div>
        <Link className={button.outline} to={paths.reviewForm}>
          {texts.write}
        </Link>
      </div>
      {reviews.length === 0 ? (
        <p className={loading ? styles.coming : styles.none}>{loading ? texts.loading : texts.noneAtAll}</p>
      ) : (
        <ul className={styles.cards}>
          {reviews.map((review) => (
            <Testimonial key={review._id} review={review} />
          ))}
        </ul>
      )}
    </div>
  );
}
