import { useState } from 'react';
import { Link } from 'react-router';
import { batchWords } from '../../rules/batches';
import { countPacks, packsWords, pickList, weightWords } from '../../rules/packs';
import { keep, readKept } from '../../session/drafts';
import { useMe } from '../../session/use_me';
import button from '../../ui/button.module.css';
import type { SheetsProps } from './sheets';
import styles from './print.module.css';

function ticksIn(kept: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
}

/** The pick list. Packers tick it off on the phone or on paper. */
export function PickList({ orders, reserved }: SheetsProps) {
  const name = `${useMe()?.staffId} pick ${orders.map(({ orderNumber }) => orderNumber).join(',')}`;
  const [ticked, setTicked] = useState(() => ticksIn(readKept(name)));
  const lines = pickList(orders, reserved);
  const taken = lines.filter(({ key }) => ticked.has(key)).reduce((sum, { quantity }) => sum + quantity, 0);
  const first = orders.find(({ nextStates }) => nextStates.includes('packed')) ?? orders[0];

  function tick(key: string, isTaken: boolean) {
    const now = new Set(ticked);
    if (isTaken) now.add(key);
    else now.delete(key);
    setTicked(now);
    keep(name, now.size > 0 ? [...now] : undefined);
  }

  return (
    <section className={styles.pick} aria-label="Pick list">
      <header>
        <h2>Pick {orders.length === 1 ? '1 order' : `${orders.length} orders`}</h2>
        <span role="status">
          <span className={styles.screenOnly}>{taken} of </span>
          {packsWords(countPacks(orders))}
        </span>
      </header>
      <ul>
        {lines.map(({ key, productName, weightInGrams, quantity, batches, orders: wanted }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(key)}
                onChange={({ target }) => tick(key, target.checked)}
              />
              <span>
                <b>
                  {productName} {weightWords(weightInGrams)}
                </b>
                {batches.map((batch) => (
                  <small key={batch.batchId} className={styles.batch}>
                    {batch.quantity} of batch <b>{batchWords(batch)}</b>
                  </small>
                ))}
                <small>
                  {wanted
                    .map(({ orderNumber, quantity: each }) => `${orderNumber.slice(-5)} × ${each}`)
                    .join(' · ')}
                </small>
              </span>
              <span className={styles.quantity}>{quantity}</span>
            </label>
          </li>
        ))}
      </ul>
      {first && (
        <Link className={`${button.primary} ${styles.first}`} to={`/pack?order=${first.orderNumber}`}>
          Pack the first: {first.orderNumber}
        </Link>
      )}
    </section>
  );
}
