import { Link } from 'react-router';
import { notFoundWords } from '#words/not_found';
import { paths } from '../../paths';
import { ProductCard } from '../../product/ProductCard';
import { useCart } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import styles from './NothingFound.module.css';
import { offersFor } from './offers';

const texts = notFoundWords;

/** Other products for a shopper whose search found none. */
export function NothingFound({ query }: { query: string }) {
  const products = useCart((state) => state.data);
  return (
    <section className={styles.offers} aria-labelledby="offers">
      <div className={styles.header}>
        <h2 id="offers">{texts.offered}</h2>
        <Link className={button.outline} to={paths.shop}>
          {texts.all}
        </Link>
      </div>
      <ul className={styles.grid}>
        {offersFor(query, products).map((product) => (
          <ProductCard key={product._id} product={product} />
        ))}
      </ul>
    </section>
  );
}
