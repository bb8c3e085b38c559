import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { cartWords } from '#words/cart';
import { notifySuccess } from '../../messages/notify';
import { paths } from '../../paths';
import { MAX_QUANTITY, type CartItem } from '../../rules/cart_items';
import { formatPrice } from 'shared/rules/rupees';
import { packLabel } from '../../rules/weight';
import { setQuantity } from '../../stores/cart_changes';
import { usePacksLeft } from '../../stores/packs_left';
import button from 'shared/ui/button.module.css';
import { Outline } from 'shared/ui/Outline';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import { QuantityStepper } from 'shared/ui/QuantityStepper';
import { LineStock } from './LineStock';
import styles from './CartRow.module.css';

const BIN = 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.4 10.5v6M13.6 10.5v6';

interface CartRowProps {
  item: CartItem;
  onRemove: () => void;
  /** Called before an available line is removed, to ask for confirmation. */
  onAskRemove: () => void;
}

/** A line of the cart. */
export function CartRow({ item, onRemove, onAskRemove }: CartRowProps) {
  const { locked, lock } = useLock();
  const left = usePacksLeft(item);
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
        <LineStock item={item} left={left} locked={locked} onChange={change} />
      </div>
      <div className={styles.amounts}>
        {left > 0 ? (
          <QuantityStepper
            label={label}
            quantity={item.quantity}
            min={1}
            max={Math.min(left, MAX_QUANTITY)}
            locked={locked}
            onChange={change}
          />
        ) : (
          <p>× {item.quantity}</p>
        )}
        <p className={styles.total}>
          <span className="visuallyHidden">{cartWords.lineTotal} </span>
          {formatPrice(item.price * item.quantity)}
        </p>
      </div>
      <button
        type="button"
        className={`${button.quiet} ${styles.remove}`}
        aria-label={cartWords.removeLabel(label)}
        // Stays focusable while it is locked, like the quantity's buttons.
        aria-disabled={locked || undefined}
        onClick={() => !locked && (left > 0 ? onAskRemove() : onRemove())}
      >
        <Outline path={BIN} size={20} />
        {cartWords.remove}
      </button>
    </li>
  );
}

const LOCK_MS = 300;

/** Locks a cart line for a moment after a change, so that a double tap counts once. */
function useLock() {
  const [locked, setLocked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function lock() {
    setLocked(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setLocked(false), LOCK_MS);
  }

  return { locked, lock };
}
