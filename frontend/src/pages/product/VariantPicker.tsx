import type { Card } from '../../api/types';
import { productWords } from '#words/product';
import { MAX_QUANTITY } from '../../rules/cart_items';
import { formatPrice, pricePer100Grams } from '../../rules/price';
import { packLabel } from '../../rules/weight';
import { QuantityStepper } from '../../ui/QuantityStepper';
import type { useSelection } from './use_selection';
import styles from './VariantPicker.module.css';

interface VariantPickerProps {
  product: Card;
  selection: ReturnType<typeof useSelection>;
}

/** The weights a product is sold in, each with its price and a quantity that starts at 0. */
export function VariantPicker({ product, selection }: VariantPickerProps) {
  if (product.variants.length === 0) return <p className={styles.none}>{productWords.noVariants}</p>;
  return (
    <section className={styles.picker} aria-labelledby="weights-heading">
      <h2 id="weights-heading">{productWords.chooseWeight}</h2>
      <ul>
        {product.variants.map(({ weightInGrams, price }) => (
          <li key={weightInGrams}>
            <div>
              <b className={styles.weight}>{packLabel(weightInGrams)}</b>
              <span className={styles.unit}>
                {productWords.unitPrice(formatPrice(pricePer100Grams(price, weightInGrams)))}
              </span>
            </div>
            <b className={styles.price}>{formatPrice(price)}</b>
            <QuantityStepper
              label={`${product.productName}, ${packLabel(weightInGrams)}`}
              quantity={selection.quantityOf(weightInGrams)}
              min={0}
              max={MAX_QUANTITY}
              onChange={(quantity) => selection.choose(weightInGrams, quantity)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
