import type { Card } from '../api/types';
import { productCardWords } from '#words/product_card';
import { formatPrice } from 'shared/rules/rupees';
import { listedPrice } from '../rules/price';
import styles from './Prices.module.css';

/** What the smallest pack costs, beside the listed price and the discount. */
export function Prices({ product: { actualPrice, discount } }: { product: Card }) {
  return (
    <p className={styles.prices}>
      <span className="visuallyHidden">{productCardWords.sellingPrice}</span>
      <b>{formatPrice(actualPrice)}</b>
      {discount > 0 && (
        <>
          <span className="visuallyHidden">{productCardWords.listedPrice}</span>
          <s>{formatPrice(listedPrice(actualPrice, discount))}</s>
          <span className={styles.off}>{productCardWords.off(discount)}</span>
        </>
      )}
    </p>
  );
}
