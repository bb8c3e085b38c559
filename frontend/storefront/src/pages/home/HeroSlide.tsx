import { useState } from 'react';
import { Link } from 'react-router';
import { homeWords } from '#words/home';
import { sliderWords } from '#words/slider';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import { HindiWords } from '../../ui/HindiWords';
import { HeroPicture } from './HeroPicture';
import styles from './HeroSlide.module.css';
import type { HeroSlideData } from './hero_slides';

interface HeroSlideProps {
  slide: HeroSlideData;
  index: number;
  count: number;
  shown: boolean;
  /** True if the slide is next, so that its picture may load. */
  soon: boolean;
  page: string;
}

/** A slide. Its text is always rendered, its picture from the first time that it is needed. */
export function HeroSlide({ slide, index, count, shown, soon, page }: HeroSlideProps) {
  const [wanted, setWanted] = useState(shown);
  if ((shown || soon) && !wanted) setWanted(true);
  const { heading, text, product } = slide.words;
  const first = index === 0;
  return (
    <div
      className={`${styles.slide} ${styles[slide.tone]}`}
      role="group"
      aria-roledescription={sliderWords.slide}
      aria-label={homeWords.slidePosition(index + 1, count)}
      inert={!shown}
    >
      <div className={`wrap ${styles.words}`}>
        <p className={styles.hindi}>
          <HindiWords words={slide.hindi} />
        </p>
        <h2>{heading}</h2>
        <p className={styles.text}>{text}</p>
        <div className={styles.links}>
          <Link className={`${button.primary} ${styles.action}`} to={page}>
            {homeWords.shopProduct(product)}
          </Link>
          {first && (
            <Link className={styles.ghost} to={paths.shop}>
              {homeWords.seeAll}
            </Link>
          )}
        </div>
      </div>
      {wanted && <HeroPicture picture={slide.picture} first={first} />}
    </div>
  );
}
