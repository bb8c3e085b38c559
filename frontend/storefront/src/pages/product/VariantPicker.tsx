import type { Card, Variant } from '../../api/types';
import { productWords } from '#words/product';
import { stockWords } from '#words/stock';
import { formatPrice } from 'shared/rules/rupees';
import { packsLeft } from '../../rules/stock';
import { formatExactly, pricePer100Grams } from '../../rules/unit_price';
import { packLabel } from '../../rules/weight';
import button from 'shared/ui/button.module.css';
import { QuantityStepper } from 'shared/ui/QuantityStepper';
import { StockAlert } from './StockAlert';
import type { useSelection } from './use_selection';
import styles from './VariantPicker.module.css';

interface VariantPickerProps {
  product: Card;
  selection: ReturnType<typeof useSelection>;
}

/** The weights of a product, each with its price and a quantity that starts at 0. */
export function VariantPicker({ product, selection }: VariantPickerProps) {
  if (product.variants.length === 0) return <p className={styles.none}>{productWords.noVariants}</p>;
  return (
    <section className={styles.picker} aria-labelledby="weights-heading">
      <h2 id="weights-heading">{productWords.chooseWeight}</h2>
      <ul>
        {product.variants.map((variant) => (
          <Weight key={variant.weightInGrams} product={product} variant={variant} selection={selection} />
        ))}
      </ul>
    </section>
  );
}

/** A weight. A sold-out one shows its price and offers a stock alert. */
function Weight({ product, variant, selection }: VariantPickerProps & { variant: Variant }) {
  const { weightInGrams, price } = variant;
  const left = packsLeft(variant);
  const held = selection.inCart(weightInGrams);
  return (
    <li>
      <div>
        <b className={styles.weight}>{packLabel(weightInGrams)}</b>
        <span className={styles.unit}>
          {productWords.unitPrice(formatExactly(pricePer100Grams(price, weightInGrams)))}
        </span>
        {left > 0 && left < Infinity && (
          <span className={styles.low}>
            {stockWords.left(left)}
            {held > 0 && productWords.inCart(held)}
          </span>
        )}
      </div>
      <b className={styles.price}>{formatPrice(price)}</b>
      {left > 0 ? (
        <QuantityStepper
          label={`${product.productName}, ${packLabel(weightInGrams)}`}
          quantity={selection.quantityOf(variant)}
          min={0}
          max={selection.roomFor(variant)}
          onChange={(quantity) => selection.choose(weightInGrams, quantity)}
        />
      ) : (
        <>
          <p className={button.none}>{stockWords.soldOut}</p>
          <StockAlert product={product} weightInGrams={weightInGrams} />
        </>
      )}
    </li>
  );
}
