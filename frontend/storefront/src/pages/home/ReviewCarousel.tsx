import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Review } from '../../api/types';
import { reviewsWords } from '#words/reviews';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import { Icon } from '../../ui/Icon';
import { ReviewCard } from './ReviewCard';
import styles from './ReviewCarousel.module.css';

const PER_PAGE = 4;

const texts = reviewsWords;

interface ReviewCarouselProps {
  reviews: readonly Review[];
  /** True while reviews load. */
  loading?: boolean;
}

/** Reviews of shoppers, four at a time, in a loop. Nothing moves by itself. */
export function ReviewCarousel({ reviews, loading = false }: ReviewCarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const [turned, setTurned] = useState(0);
  const pages = Math.max(Math.ceil(reviews.length / PER_PAGE), 1);
  // A later load may bring fewer reviews.
  const page = turned % pages;
  const shown = reviews.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  const first = page * PER_PAGE + 1;
  const position = texts.position(first, first + shown.length - 1, reviews.length);

  function turn(by: number) {
    setTurned((page + by + pages) % pages);
    if (row.current) row.current.scrollLeft = 0;
  }

  function turnByKey(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const { scrollWidth, clientWidth } = event.currentTarget;
    // If the row scrolls sideways, the arrow keys scroll it.
    if (!by || scrollWidth > clientWidth) return;
    event.preventDefault();
    turn(by);
  }

  return (
    <section
      className={styles.section}
      aria-labelledby="reviews-heading"
      aria-roledescription={texts.carousel}
    >
      <div className={`wrap ${styles.header}`}>
        <div>
          <h2 id="reviews-heading">{texts.homeHeading}</h2>
          <p>{texts.homeIntro}</p>
        </div>
        {pages > 1 && (
          <div className={styles.turning}>
            <p role="status">{position}</p>
            <button type="button" aria-label={texts.previous} onClick={() => turn(-1)}>
              <Icon name="left" />
            </button>
            <button type="button" aria-label={texts.next} onClick={() => turn(1)}>
              <Icon name="right" />
            </button>
          </div>
        )}
      </div>
      {reviews.length === 0 ? (
        <Nothing loading={loading} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of what has the focus
        <ul
          ref={row}
          className={styles.row}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={position}
          onKeyDown={pages > 1 ? turnByKey : undefined}
        >
          {shown.map((review) => (
            <ReviewCard key={review._id} review={review} />
          ))}
        </ul>
      )}
      <p className={`wrap ${styles.links}`}>
        <Link className={button.outline} to={paths.reviewForm}>
          {texts.write}
        </Link>
        {reviews.length > 0 && (
          <Link className={button.quiet} to={paths.testimonials}>
            {texts.readAll}
          </Link>
        )}
      </p>
    </section>
  );
}

function Nothing({ loading }: { loading: boolean }) {
  if (!loading) return <p className={`wrap ${styles.none}`}>{texts.none}</p>;
  return (
    <div className={styles.row}>
      <p>{texts.loading}</p>
    </div>
  );
}
