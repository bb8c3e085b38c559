import { useRef } from 'react';
import { cartWords } from '#words/cart';
import { checkoutWords } from '#words/checkout';
import { deliveryWords } from '#words/delivery';
import type { Charge } from '../../api/types';
import { notifySuccess } from '../../notify';
import { type CartItem, totalPrice } from '../../rules/cart_items';
import { sumOf } from '../../rules/delivery';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import { packLabel } from '../../rules/weight';
import { useCart } from '../../stores/cart';
import { setQuantity } from '../../stores/cart_changes';
import { usePacksLeft } from '../../stores/packs_left';
import { LineStock } from '../cart/LineStock';
import styles from './OrderSummary.module.css';

interface OrderSummaryProps {
  /** What is paid beside the lines. */
  charges: readonly Charge[];
  onRemove: (item: CartItem) => void;
}

/** What is being ordered, line by line, and the total. What cannot be had is put right here, where the shop has said so. */
export function OrderSummary({ charges, onRemove }: OrderSummaryProps) {
  const items = useCart((state) => state.items);
  const heading = useRef<HTMLHeadingElement>(null);

  function change(item: CartItem, quantity: number) {
    heading.current?.focus();
    setQuantity(item, quantity);
    notifySuccess(cartWords.quantityUpdated);
  }

  function remove(item: CartItem) {
    heading.current?.focus();
    onRemove(item);
  }

  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h3 ref={heading} id="summary-heading" tabIndex={-1}>
        {checkoutWords.summary}
      </h3>
      <ul>
        {items.map((item) => (
          <SummaryLine
            key={`${item._id} ${item.selectedWeight}`}
            item={item}
            onChange={(quantity) => change(item, quantity)}
            onRemove={() => remove(item)}
          />
        ))}
        {charges.map(({ kind, amount }) => (
          <li key={kind}>
            <span>{deliveryWords.charges[kind]}</span>
            <span>{formatPrice(amount)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>{checkoutWords.total}</span>
        <b data-testid="order-total">{formatTotal(totalPrice(items) + sumOf(charges))}</b>
      </p>
    </section>
  );
}

interface SummaryLineProps {
  item: CartItem;
  onChange: (quantity: number) => void;
  onRemove: () => void;
}

function SummaryLine({ item, onChange, onRemove }: SummaryLineProps) {
  const left = usePacksLeft(item);
  return (
    <li>
      <span>
        {item.productName}, {packLabel(item.selectedWeight)} × {item.quantity}
      </span>
      <span>{formatPrice(item.price * item.quantity)}</span>
      {item.quantity > left && <LineStock item={item} left={left} onChange={onChange} onRemove={onRemove} />}
    </li>
  );
}
