import { checkoutWords } from '#words/checkout';
import { totalPrice } from '../../rules/cart_items';
import { formatPrice, formatTotal } from '../../rules/price';
import { packLabel } from '../../rules/weight';
import { useCart } from '../../stores/cart';
import styles from './OrderSummary.module.css';

/** What is being ordered, line by line, and the total. */
export function OrderSummary() {
  const items = useCart((state) => state.items);
  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h3 id="summary-heading">{checkoutWords.summary}</h3>
      <ul>
        {items.map((item) => (
          <li key={`${item._id} ${item.selectedWeight}`}>
            <span>
              {item.productName}, {packLabel(item.selectedWeight)} × {item.quantity}
            </span>
            <span>{formatPrice(item.price * item.quantity)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>{checkoutWords.total}</span>
        <b data-testid="order-total">{formatTotal(totalPrice(items))}</b>
      </p>
    </section>
  );
}
