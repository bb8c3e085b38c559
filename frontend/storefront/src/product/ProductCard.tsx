import { memo } from 'react';
import { Link } from 'react-router';
import type { Card } from '../api/types';
import { productCardWords } from '#words/product_card';
import { stockWords } from '#words/stock';
import { paths } from '../paths';
import { isSoldOut } from '../rules/stock';
import button from 'shared/ui/button.module.css';
import { Picture } from '../ui/Picture';
import { plateClass } from '../ui/plate';
import { CardRating } from './CardRating';
import { Prices } from './Prices';
import styles from './ProductCard.module.css';

/** A product card with a link to its page. Memoized, so that a change of the list alone does not re-render it. */
export const ProductCard = memo(function ProductCard({ product }: { product: Card }) {
  const { _id, productName, tagline, photo, variants } = product;
  const page = paths.product(_id);
  const { chooseWeight } = productCardWords;
  const low = variants.find(({ left }) => left);
  return (
    <li className={styles.card}>
      <Link to={page} className={styles.link}>
        <div className={`${styles.plate} ${plateClass(_id)}`}>
          <Picture photo={photo} alt="" width={284} height={355} sizes="(max-width: 760px) 218px, 284px" />
        </div>
        <h3>{productName}</h3>
        <p className={styles.tagline}>{tagline}</p>
        <CardRating product={product} />
        <div className={styles.prices}>
          <Prices product={product} />
        </div>
        {low?.left && <p className={styles.low}>{stockWords.leftIn(low.left, low.weightInGrams)}</p>}
      </Link>
      {isSoldOut(variants) ? (
        <p className={button.none}>{stockWords.soldOut}</p>
      ) : (
        <Link to={page} className={button.outline} aria-label={`${chooseWeight}: ${productName}`}>
          {chooseWeight}
        </Link>
      )}
    </li>
  );
});
