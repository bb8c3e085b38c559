import { useId } from 'react';
import type { OrderedLine, ReturnedLine } from '../../api/types';
import { ordersWords } from '#words/orders';
import type { Control } from 'shared/forms/use_form';
import { QuantityStepper } from 'shared/ui/QuantityStepper';
import { packsIn } from '../../rules/returns';
import { packLabel } from '../../rules/weight';
import styles from './ReturnPacks.module.css';

interface ReturnPacksProps extends Control<'lines', readonly ReturnedLine[]> {
  /** The ordered lines, in the order of `value`. */
  ordered: readonly OrderedLine[];
}

/** The packs of an order to return. All are selected at first. */
export function ReturnPacks({ name, value, ordered, problem, readOnly, onChange }: ReturnPacksProps) {
  const id = useId();

  function pick(place: number, quantity: number) {
    onChange(value.map((line, at) => (at === place ? { ...line, quantity } : line)));
  }

  return (
    <fieldset
      name={name}
      className={styles.packs}
      aria-describedby={problem && `${id}-problem`}
      // The group gets the focus, not its first button: screen readers read its question, and no on-screen keyboard covers the rows.
      tabIndex={-1}
      data-autofocus
    >
      <legend>{ordersWords.returnPacks}</legend>
      {ordered.map(({ productId, productName, weightInGrams, quantity }, place) => (
        <div key={`${productId} ${weightInGrams}`} className={styles.row}>
          <span className={styles.name}>
            {productName}, {packLabel(weightInGrams)}
            <small>{ordersWords.packsOrdered(quantity)}</small>
          </span>
          <QuantityStepper
            label={`${productName}, ${packLabel(weightInGrams)}`}
            quantity={value[place]?.quantity ?? 0}
            min={0}
            max={quantity}
            locked={readOnly}
            onChange={(picked) => pick(place, picked)}
          />
        </div>
      ))}
      <p role="status" className={styles.picked}>
        {ordersWords.packsPicked(packsIn(value), packsIn(ordered))}
      </p>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
