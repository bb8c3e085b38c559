import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { formatPrice } from 'shared/rules/rupees';
import { packsQuery } from '../../api/queries';
import type { PackOnSale } from '../../api/types';
import { weightWords } from '../../rules/packs';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { passFocusOn, REMOVES } from '../../ui/pass_focus_on';
import { Nothing, Waiting } from '../../ui/Waiting';
import { type BasketLine, keyOf, MOST_LINES, MOST_PACKS, packsLike, withOne, withQuantity } from './basket';
import styles from './new_order.module.css';

interface PackPickerProps {
  lines: readonly BasketLine[];
  onChange: (lines: readonly BasketLine[]) => void;
}

/** The number of search results. */
const SHOWN = 8;

/** The packs of an order: search, add with Enter, change the quantity. */
export function PackPicker({ lines, onChange }: PackPickerProps) {
  const query = useQuery(packsQuery);
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const found = packsLike(query.data ?? [], typed).slice(0, SHOWN);

  function pick(pack: PackOnSale) {
    if (lines.length < MOST_LINES || lines.some((line) => keyOf(line.pack) === keyOf(pack))) {
      onChange(withOne(lines, pack));
    }
    setTyped('');
  }

  return (
    <section className={`${card.card} ${styles.packs}`} aria-label="Packs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const first = found.find(({ availability }) => availability !== 'sold_out');
          if (first && typed) pick(first);
        }}
      >
        <label htmlFor={id}>Find a pack</label>
        <input
          ref={search}
          id={id}
          type="search"
          value={typed}
          placeholder="karela 100"
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      {!query.data ? (
        <Waiting query={query} what="the packs" />
      ) : (
        <ul className={styles.found} aria-label="Packs to pick">
          {found.map((pack) => (
            <li key={keyOf(pack)}>
              <button type="button" disabled={pack.availability === 'sold_out'} onClick={() => pick(pack)}>
                <span>
                  {pack.productName} {weightWords(pack.weightInGrams)}{' '}
                  <small lang="hi">{pack.hindiName}</small>
                </span>
                <span>
                  {stockWords(pack)} · {formatPrice(pack.price)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <h2>In the order</h2>
      {lines.length === 0 ? (
        <Nothing>Nothing yet.</Nothing>
      ) : (
        <ul className={styles.basket}>
          {lines.map(({ pack, quantity }) => (
            <li key={keyOf(pack)}>
              <span>
                <b>
                  {pack.productName} {weightWords(pack.weightInGrams)}
                </b>
                <small>{formatPrice(pack.price)} each</small>
              </span>
              <QuantityInput
                quantity={quantity}
                label={`Packs of ${pack.productName} ${weightWords(pack.weightInGrams)}`}
                onChange={(count) => onChange(withQuantity(lines, pack, count))}
              />
              <span>{formatPrice(pack.price * quantity)}</span>
              <button
                type="button"
                className={button.link}
                aria-label={`Remove ${pack.productName} ${weightWords(pack.weightInGrams)}`}
                {...REMOVES}
                onClick={({ currentTarget }) => {
                  passFocusOn(currentTarget, search.current);
                  onChange(withQuantity(lines, pack, 0));
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface QuantityInputProps {
  quantity: number;
  label: string;
  onChange: (quantity: number) => void;
}

/** The quantity of a pack. The typed text, even if empty, stays until the field loses the focus. */
function QuantityInput({ quantity, label, onChange }: QuantityInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="number"
      inputMode="numeric"
      min={1}
      max={MOST_PACKS}
      value={typed ?? quantity}
      aria-label={label}
      onChange={({ target }) => {
        setTyped(target.value);
        const count = Math.trunc(target.valueAsNumber);
        if (count >= 1 && count <= MOST_PACKS) onChange(count);
      }}
      onBlur={() => {
        const count = Math.trunc(Number(typed));
        if (typed && count > MOST_PACKS) onChange(MOST_PACKS);
        setTyped(undefined);
      }}
    />
  );
}

function stockWords({ availability, available }: PackOnSale): string {
  if (availability === 'sold_out') return 'sold out';
  return `${available} in stock`;
}
