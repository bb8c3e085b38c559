import { useRef } from 'react';
import { cartWords } from '#words/cart';
import { stockWords } from '#words/stock';
import type { CartItem } from '../../rules/cart_items';
import { packLabel } from '../../rules/weight';
import button from 'shared/ui/button.module.css';
import styles from './LineStock.module.css';

interface LineStockProps {
  item: CartItem;
  /** The number of packs available. */
  left: number;
  /** True while presses are ignored. The focus stays. */
  locked?: boolean;
  onChange: (quantity: number) => void;
  /** Removes the line. Given where no other button does. */
  onRemove?: () => void;
}

/** A notice that a line has few packs left or none, with a button for the packs that are available. */
export function LineStock({ item, left, locked = false, onChange, onRemove }: LineStockProps) {
  const notice = useRef<HTMLParagraphElement>(null);
  const label = `${item.productName}, ${packLabel(item.selectedWeight)}`;

  function changeToLeft() {
    if (locked) return;
    // The button disappears after the change, so the focus moves to the notice.
    notice.current?.focus();
    onChange(left);
  }

  if (left === Infinity) return null;
  return (
    <p ref={notice} className={styles.stock} tabIndex={-1}>
      {left > 0 ? stockWords.left(left) : stockWords.soldOut}
      {left > 0 && item.quantity > left && (
        <button
          type="button"
          className={button.quiet}
          aria-label={`${cartWords.changeTo(left)}: ${label}`}
          aria-disabled={locked || undefined}
          onClick={changeToLeft}
        >
          {cartWords.changeTo(left)}
        </button>
      )}
      {left === 0 && onRemove && (
        <button
          type="button"
          className={button.quiet}
          aria-label={cartWords.removeLabel(label)}
          onClick={onRemove}
        >
          {cartWords.remove}
        </button>
      )}
    </p>
  );
}
