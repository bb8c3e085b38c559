import { Link } from 'react-router';
import type { Order, OrderState } from '../../api/types';
import { countPacks, packsWords } from '../../rules/packs';
import button from '../../ui/button.module.css';
import styles from './orders.module.css';
import type { Bulk } from './use_bulk_move';

interface BulkBarProps {
  orders: readonly Order[];
  mayMove: boolean;
  bulk: Bulk;
  onClear: () => void;
}

/** What many orders may be moved to at once: the steps that need nothing said. */
const STEPS: readonly { to: OrderState; label: string }[] = [
  { to: 'confirmed', label: 'Confirm' },
  { to: 'packed', label: 'Mark packed' },
];

/** What can be done with the orders that are selected, and how far they are while they move. */
export function BulkBar({ orders, mayMove, bulk, onClear }: BulkBarProps) {
  const { run } = bulk;
  const numbers = orders.map(({ orderNumber }) => orderNumber).join(',');
  const mayBecome = (to: OrderState) => orders.filter(({ nextStates }) => nextStates.includes(to)).length;
  const steps = mayMove ? STEPS.filter(({ to }) => mayBecome(to) > 0) : [];

  return (
    <>
      {run?.isRunning && (
        <div className={styles.bulk}>
          <label>
            {run.outcomes.length} of {run.count} <progress value={run.outcomes.length} max={run.count} />
          </label>
          <span role="status">{run.outcomes.at(-1)?.words}</span>
          <span className={styles.end}>
            <button type="button" className={button.onDark} onClick={bulk.stop}>
              Stop
            </button>
          </span>
        </div>
      )}
      {!run?.isRunning && orders.length > 0 && (
        <div className={styles.bulk}>
          <b>{orders.length} selected</b>
          <span>{packsWords(countPacks(orders))}</span>
          <button type="button" className={styles.clear} onClick={onClear}>
            Clear
          </button>
          <span className={styles.end}>
            {(['pick', 'labels', 'slips'] as const).map((view) => (
              <Link
                key={view}
                className={button.onDark}
                to={`/orders/print?${new URLSearchParams({ view, numbers })}`}
              >
                {PRINTS[view]}
              </Link>
            ))}
            {steps.map(({ to, label }) => (
              <button key={to} type="button" className={button.gold} onClick={() => bulk.start(orders, to)}>
                {label} {mayBecome(to) < orders.length && `(${mayBecome(to)})`}
              </button>
            ))}
          </span>
        </div>
      )}
    </>
  );
}

const PRINTS = { pick: 'Pick list', labels: 'Labels', slips: 'Slips' };
