import { formatMoment } from 'shared/rules/moment';
import type { Order, OrderChange } from '../../api/types';
import { happenedWords } from '../../rules/order_states';
import { weightWords } from '../../rules/packs';
import styles from './order.module.css';

/** The actors of a history entry. Staff are shown by name if it is known. */
const ACTORS: Readonly<Record<string, string>> = {
  shopper: 'the shopper',
  staff: 'staff',
  system: 'the system',
};

/** The history of an order, oldest entry first. */
export function Timeline({ order: { changes, lines } }: { order: Order }) {
  return (
    <ol className={styles.timeline}>
      {changes.map(({ version, to, actor, reason, changedAt, lines: returned = [] }, index) => (
        <li key={version}>
          <b>{happenedWords(to, changes[index - 1]?.to)}</b>{' '}
          <span className={styles.when}>
            <time dateTime={changedAt}>{formatMoment(changedAt)}</time>, by {ACTORS[actor] ?? actor}
          </span>
          {reason && <p>“{reason}”</p>}
          {returned.length > 0 && (
            <ul>
              {returned.map((line) => (
                <li key={`${line.productId} ${line.weightInGrams}`}>{packWords(line, lines)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function packWords(
  { productId, weightInGrams, quantity }: NonNullable<OrderChange['lines']>[number],
  lines: Order['lines'],
): string {
  const name = lines.find((line) => line.productId === productId)?.productName ?? 'A pack';
  return `${name} ${weightWords(weightInGrams)} × ${quantity}`;
}
