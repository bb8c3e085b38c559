import { useEffect, useState } from 'react';
import type { Card } from '../../api/types';
import { homeWords } from '#words/home';
import { sliderWords } from '#words/slider';
import { pageOfProduct } from '../../product/product_page';
import { useRotation } from 'shared/ui/use_rotation';
import { useSwipe } from 'shared/ui/use_swipe';
import styles from './Hero.module.css';
import { HeroControls } from './HeroControls';
import { HeroSlide } from './HeroSlide';
import { heroSlides } from './hero_slides';

const SLIDE_MS = 5000;
/** The time a slide must be shown before the next picture loads. */
const REST_MS = 2000;

/** The slider at the top of the home page: six powders, each with a picture, a text and a link. */
export function Hero({ products }: { products: readonly Card[] }) {
  const count = heroSlides.length;
  const rotation = useRotation(count, SLIDE_MS);
  const swipe = useSwipe(rotation.turn);
  const rested = useRest(rotation.shown);
  return (
    <section
      className={styles.hero}
      aria-roledescription={sliderWords.carousel}
      aria-label={homeWords.heroLabel}
      {...rotation.holding}
      {...swipe}
    >
      <HeroControls rotation={rotation} count={count} />
      <div className={styles.slides} aria-live={rotation.moving ? 'off' : 'polite'}>
        {heroSlides.map((slide, index) => (
          <HeroSlide
            key={slide.picture}
            slide={slide}
            index={index}
            count={count}
            shown={index === rotation.shown}
            soon={rested && index === (rotation.shown + 1) % count}
            page={pageOfProduct(products, slide.product)}
          />
        ))}
      </div>
    </section>
  );
}

/** True if this slide has been shown for a while. Until then the next picture must not compete with the first for bandwidth. */
function useRest(shown: number): boolean {
  const [rested, setRested] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), REST_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return rested === shown;
}
