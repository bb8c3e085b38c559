import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Card } from '../../api/types';
import { homeWords } from '#words/home';
import { paths } from '../../paths';
import { ComingCards } from '../../product/ComingCards';
import { ProductCard } from '../../product/ProductCard';
import button from 'shared/ui/button.module.css';
import { Icon } from '../../ui/Icon';
import styles from './ProductStrip.module.css';
import { useSidewaysWheel } from './use_sideways_wheel';

/** The number of placeholders: as many cards as a wide screen shows. */
const COMING = 6;
/** The most cards in the strip. The shop page shows all. */
const MOST = 24;
/** The number of cards rendered at a time; a dozen would delay taps. */
const AT_ONCE = 4;

interface ProductStripProps {
  products: readonly Card[];
  /** True while the products load. */
  loading: boolean;
}

/** The products in a row that scrolls sideways by touch, wheel, keyboard or arrow buttons. */
export function ProductStrip({ products, loading }: ProductStripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const shown = useInParts(products);
  const { atStart, atEnd } = useEnds(strip, shown);
  useSidewaysWheel(strip);

  function scroll(direction: 1 | -1) {
    const element = strip.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.8, behavior: 'smooth' });
  }

  const { stripHeading, stripIntro, stripLabel, scrollBack, scrollOn } = homeWords;
  return (
    <section id="products" className={styles.section} aria-labelledby="products-heading">
      <div className={`wrap ${styles.header}`}>
        <div>
          <h2 id="products-heading">{stripHeading}</h2>
          <p>{stripIntro}</p>
        </div>
        <div className={styles.arrows}>
          <button type="button" aria-label={scrollBack} aria-disabled={atStart} onClick={() => scroll(-1)}>
            <Icon name="left" />
          </button>
          <button type="button" aria-label={scrollOn} aria-disabled={atEnd} onClick={() => scroll(1)}>
            <Icon name="right" />
          </button>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <ul ref={strip} className={styles.strip} tabIndex={0} aria-label={stripLabel}>
        {loading && products.length === 0 ? (
          <ComingCards count={COMING} />
        ) : (
          shown.map((product) => <ProductCard key={product._id} product={product} />)
        )}
        {products.length > MOST && shown.length === MOST && (
          <li className={styles.all}>
            <Link to={paths.shop} className={button.outline}>
              {homeWords.seeAll}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The first items of a list, more with every frame. */
function useInParts<Item>(items: readonly Item[]): readonly Item[] {
  const [count, setCount] = useState(AT_ONCE);
  useEffect(() => {
    if (count < items.length && count < MOST) startTransition(() => setCount(count + AT_ONCE));
  }, [count, items.length]);
  return useMemo(() => items.slice(0, count), [items, count]);
}

/** Whether a sideways scrolling element is at its start or end. It is measured again when the content changes. */
function useEnds(element: RefObject<HTMLElement | null>, content: unknown) {
  const [atStart, setAtStart] = useState(true);
  const [atEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const look = () => {
      setAtStart(target.scrollLeft <= 1);
      setAtEnd(target.scrollLeft + target.clientWidth >= target.scrollWidth - 1);
    };
    // The observer reports sizes without a forced layout, also the first time.
    const sizes = new ResizeObserver(look);
    sizes.observe(target);
    target.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      target.removeEventListener('scroll', look);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- other content has other ends
  }, [element, content]);
  return { atStart, atEnd };
}
