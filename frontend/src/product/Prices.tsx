import type { Card } from '../api/types';
import { productCardMessages } from '../messages/product_card';
import { formatPrice, listedPrice } from '../rules/price';
import styles from './Prices.module.css';

/** What the smallest pack costs, beside the listed price and the discount. */
export function Prices({ product: { actualPrice, discount } }: { product: Card }) {
  return (
    <p className={styles.prices}>
      <span className="visuallyHidden">{productCardMessages.sellingPrice}</span>
      <b>{formatPrice(actualPrice)}</b>
      {discount > 0 && (
        <>
          <span className="visuallyHidden">{productCardMessages.listedPrice}</span>
          <s>{formatPrice(listedPrice(actualPrice, discount))}</s>
          <span className={styles.off}>{productCardMessages.off(discount)}</span>
        </>
      )}
    </p>
  );
}
