import { useLayoutEffect, useRef } from 'react';
import { quantityWords } from '#words/quantity';
import { Outline } from './Outline';
import styles from './QuantityStepper.module.css';

const MINUS = 'M6 12h12';
const PLUS = 'M6 12h12M12 6v12';

interface QuantityStepperProps {
  /** The counted thing, in the user's words. */
  label: string;
  quantity: number;
  min: number;
  max: number;
  /** True to ignore clicks without losing the focus. */
  locked?: boolean;
  onChange: (quantity: number) => void;
}

/** A quantity with minus and plus buttons. */
export function QuantityStepper({
  label,
  quantity,
  min,
  max,
  locked = false,
  onChange,
}: QuantityStepperProps) {
  const minus = useRef<HTMLButtonElement>(null);
  const plus = useRef<HTMLButtonElement>(null);
  const focused = useRef<Element>(null);

  // A focused button that becomes disabled loses the focus, so the other button takes it.
  useLayoutEffect(() => {
    if (quantity <= min && focused.current === minus.current) plus.current?.focus();
    if (quantity >= max && focused.current === plus.current) minus.current?.focus();
    focused.current = null;
  }, [quantity, min, max]);

  function step(by: 1 | -1) {
    if (locked) return;
    focused.current = document.activeElement;
    onChange(quantity + by);
  }

  return (
    <div className={styles.stepper} role="group" aria-label={quantityWords.group(label)}>
      <button
        ref={minus}
        type="button"
        aria-label={quantityWords.decrease(label)}
        disabled={quantity <= min}
        aria-disabled={locked || undefined}
        onClick={() => step(-1)}
      >
        <Outline path={MINUS} size={20} />
      </button>
      <span className={styles.quantity} data-testid="quantity" aria-live="polite">
        {quantity}
      </span>
      <button
        ref={plus}
        type="button"
        aria-label={quantityWords.increase(label)}
        disabled={quantity >= max}
        aria-disabled={locked || undefined}
        onClick={() => step(1)}
      >
        <Outline path={PLUS} size={20} />
      </button>
    </div>
  );
}
