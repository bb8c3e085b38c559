import { Suspense, useEffect, useState } from 'react';
import { stockAlertWords } from '#words/stock_alerts';
import type { Card } from '../../api/types';
import { latePart } from '../../start/load_part';
import { packLabel } from '../../rules/weight';
import { loadProducts } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import styles from './StockAlert.module.css';

const StockAlertForm = latePart(() => import('./StockAlertForm'));

/**
 * The minimum time between fresh loads. Browsers cache the product list, so a shopper who comes from the mail would still see "sold out".
 */
const LOOK_AGAIN_AFTER_MS = 60_000;

let looked = -Infinity;

function lookAgain(): void {
  if (Date.now() - looked < LOOK_AGAIN_AFTER_MS) return;
  looked = Date.now();
  // On failure the old list stays.
  loadProducts({ fresh: true }).catch(() => {});
}

interface StockAlertProps {
  product: Card;
  /** The sold-out weight. */
  weightInGrams: number;
}

/** Offers a mail when a sold-out weight is back. The form loads on press, because few shoppers use it. */
export function StockAlert({ product, weightInGrams }: StockAlertProps) {
  const [open, setOpen] = useState(false);
  useEffect(lookAgain, []);
  const pack = `${product.productName}, ${packLabel(weightInGrams)}`;
  return (
    <div className={styles.alert}>
      {open ? (
        <Suspense fallback={<p className={styles.coming}>{stockAlertWords.loading}</p>}>
          <StockAlertForm productId={product._id} weightInGrams={weightInGrams} pack={pack} />
        </Suspense>
      ) : (
        <button
          type="button"
          className={button.quiet}
          aria-label={stockAlertWords.tellMeOf(pack)}
          onClick={() => setOpen(true)}
        >
          {stockAlertWords.tellMe}
        </button>
      )}
    </div>
  );
}
