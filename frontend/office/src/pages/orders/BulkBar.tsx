import { useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '../../api/types';
import type { BulkState } from '../../rules/bulk';
import { countPacks, packsWords } from '../../rules/packs';
import { isUnpaid } from '../../rules/payments';
import button from '../../ui/button.module.css';
import styles from './orders.module.css';
import { BulkQuestion } from './BulkQuestion';
import type { Bulk } from './use_bulk_transition';

interface BulkBarProps {
  orders: readonly Order[];
  mayTransition: boolean;
  bulk: Bulk;
  onClear: () => void;
}

/** The bulk status changes: those that need no input. */
const STEPS: readonly { to: BulkState; label: string }[] = [
  { to: 'confirmed', label: 'Confirm' },
  { to: 'packed', label: 'Mark packed' },
];

/** The actions for the selected orders. Every page shows the progress (`BulkProgress.tsx`). */
export function BulkBar({ orders, mayTransition, bulk, onClear }: BulkBarProps) {
  const { run } = bulk;
  const [asked, setAsked] = useState<BulkState>();
  const numbers = orders.map(({ orderNumber }) => orderNumber).join(',');
  const mayBecome = (to: BulkState) => orders.filter(({ nextStates }) => nextStates.includes(to)).length;
  const unpaid = orders.filter(isUnpaid).length;
  const steps = mayTransition ? STEPS.filter(({ to }) => mayBecome(to) > 0) : [];

  return (
    <>
      {!run?.isRunning && orders.length > 0 && (
        <div className={styles.bulk}>
          <b>{orders.length} selected</b>
          <span>
            {packsWords(countPacks(orders))}
            {unpaid > 0 && `, ${unpaid} unpaid`}
          </span>
          <button type="button" className={styles.clear} onClick={onClear}>
            Clear
          </button>
          <span className={styles.end}>
            {(['pick', 'labels', 'slips', 'invoices'] as const).map((view) => (
              <Link
                key={view}
                className={button.onDark}
                to={`/orders/print?${new URLSearchParams({ view, numbers })}`}
              >
                {PRINTS[view]}
              </Link>
            ))}
            {steps.map(({ to, label }) => (
              <button key={to} type="button" className={button.gold} onClick={() => setAsked(to)}>
                {label} {mayBecome(to) < orders.length && `(${mayBecome(to)})`}
              </button>
            ))}
          </span>
        </div>
      )}
      {asked && (
        <BulkQuestion
          count={mayBecome(asked)}
          to={asked}
          onStart={() => {
            setAsked(undefined);
            bulk.start(orders, asked);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const PRINTS = { pick: 'Pick list', labels: 'Labels', slips: 'Slips', invoices: 'Invoices' };
