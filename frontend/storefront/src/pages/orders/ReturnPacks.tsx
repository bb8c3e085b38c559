import { useId } from 'react';
import type { OrderedLine, ReturnedLine } from '../../api/types';
import { ordersWords } from '#words/orders';
import type { Control } from 'shared/forms/use_form';
import { QuantityStepper } from 'shared/ui/QuantityStepper';
import { packsIn } from '../../rules/returns';
import { packLabel } from '../../rules/weight';
import styles from './ReturnPacks.module.css';

interface ReturnPacksProps extends Control<'lines', readonly ReturnedLine[]> {
  /** What can be picked: a line for each of `value`, in its order. */
  ordered: readonly OrderedLine[];
}

/** Which packs of an order come back: all, until the shopper takes some out. */
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
      // It takes the focus, not its first button: a reader hears the question, and no phone's keyboard covers the rows.
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
