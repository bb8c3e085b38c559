import type { Card } from '../api/types';
import { productCardWords } from '#words/product_card';
import { formatPrice } from 'shared/rules/rupees';
import { saving } from '../rules/price';
import styles from './Prices.module.css';

/** The price of the smallest pack, the listed price, the discount by the specified formula, and the amount saved. */
export function Prices({ product: { actualPrice, discount } }: { product: Card }) {
  const saved = saving(actualPrice, discount);
  return (
    <p className={styles.prices}>
      <span className="visuallyHidden">{productCardWords.sellingPrice}</span>
      <b>{formatPrice(actualPrice)}</b>
      {discount > 0 && (
        <>
          <span className="visuallyHidden">{productCardWords.listedPrice}</span>
          <s>{formatPrice(actualPrice + saved)}</s>
          <span className={styles.off}>{productCardWords.off(discount)}</span>
          <span>{productCardWords.saved(formatPrice(saved))}</span>
        </>
      )}
    </p>
  );
}
