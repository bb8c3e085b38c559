import { useRef } from 'react';
import { cartWords } from '#words/cart';
import { stockWords } from '#words/stock';
import type { CartItem } from '../../rules/cart_items';
import { packLabel } from '../../rules/weight';
import button from 'shared/ui/button.module.css';
import styles from './LineStock.module.css';

interface LineStockProps {
  item: CartItem;
  /** How many packs can be had. */
  left: number;
  /** Presses are ignored while it is true, without taking the focus away. */
  locked?: boolean;
  onChange: (quantity: number) => void;
  /** Where nothing else takes the line out. */
  onRemove?: () => void;
}

/** Says of a line that few packs are left, or none, and offers what can be had. */
export function LineStock({ item, left, locked = false, onChange, onRemove }: LineStockProps) {
  const notice = useRef<HTMLParagraphElement>(null);
  const label = `${item.productName}, ${packLabel(item.selectedWeight)}`;

  function changeToLeft() {
    if (locked) return;
    // The button goes with what was wrong; what is left is still said.
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
