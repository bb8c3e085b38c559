import { Link } from 'react-router';
import { cartWords } from '#words/cart';
import { notifySuccess } from '../../notify';
import { paths } from '../../paths';
import { type CartItem, MAX_QUANTITY } from '../../rules/cart_items';
import { formatPrice } from '../../rules/price';
import { packLabel } from '../../rules/weight';
import { setQuantity } from '../../stores/cart_changes';
import button from '../../ui/button.module.css';
import { Icon } from '../../ui/Icon';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import { QuantityStepper } from '../../ui/QuantityStepper';
import styles from './CartRow.module.css';
import { useLock } from './use_lock';

/** One line of the cart. */
export function CartRow({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const { locked, lock } = useLock();
  const label = `${item.productName}, ${packLabel(item.selectedWeight)}`;

  function change(quantity: number) {
    lock();
    setQuantity(item, quantity);
    notifySuccess(cartWords.quantityUpdated);
  }

  return (
    <li className={styles.row}>
      <div className={`${styles.plate} ${plateClass(item._id)}`}>
        <Picture photo={item.photos[0]} alt="" width={96} height={120} sizes="96px" />
      </div>
      <div className={styles.name}>
        <h2>
          <Link to={paths.product(item._id)}>{item.productName}</Link>
        </h2>
        <p>{packLabel(item.selectedWeight)}</p>
        <p>
          {formatPrice(item.price)} {cartWords.each}
        </p>
      </div>
      <div className={styles.amounts}>
        <QuantityStepper
          label={label}
          quantity={item.quantity}
          min={1}
          max={MAX_QUANTITY}
          locked={locked}
          onChange={change}
        />
        <p className={styles.total}>
          <span className="visuallyHidden">{cartWords.lineTotal} </span>
          {formatPrice(item.price * item.quantity)}
        </p>
      </div>
      <button
        type="button"
        className={`${button.quiet} ${styles.remove}`}
        aria-label={cartWords.removeLabel(label)}
        // Kept in reach of the keyboard while it is locked, as the quantity's buttons are.
        aria-disabled={locked || undefined}
        onClick={() => !locked && onRemove()}
      >
        <Icon name="bin" size={20} />
        {cartWords.remove}
      </button>
    </li>
  );
}
