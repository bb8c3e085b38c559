import { takeLostFocus } from '../../ui/take_lost_focus';
import { Link } from 'react-router';
import { wordsOf } from '../../api/errors';
import { notifyFailed } from '../../messages/notify';
import { isMailed, mailsOf } from '../../rules/bulk';
import { STATES } from '../../rules/order_states';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { type BulkRun, notTried } from './bulk_run';
import styles from './orders.module.css';

interface OutcomesProps {
  run: BulkRun;
  /** Continues with the orders that were not tried. */
  onResume?: () => Promise<void>;
  onClose: () => void;
}

/** The results of a bulk change. Successes are counted, and named if they sent a mail. */
export function Outcomes({ run, onResume, onClose }: OutcomesProps) {
  const done = run.outcomes.filter(({ kind }) => kind === 'done');
  const others = run.outcomes.filter(({ kind }) => kind !== 'done');
  const left = notTried(run).length;
  return (
    <section
      ref={takeLostFocus}
      tabIndex={-1}
      className={`${card.card} ${styles.outcomes}`}
      aria-label="Results"
    >
      <header>
        <p role="status">
          <b>
            {done.length} of {run.count} {STATES[run.to].happened.toLowerCase()}.
          </b>{' '}
          {left > 0 && `${left} not tried yet.`}
        </p>
        <span className={styles.end}>
          {run.to === 'packed' && done.length > 0 && (
            <Link
              to={`/orders/print?${new URLSearchParams({ view: 'labels', numbers: done.map((each) => each.orderNumber).join(',') })}`}
            >
              Print labels, slips and invoices
            </Link>
          )}
          {left > 0 && onResume && (
            <button
              type="button"
              className={button.quiet}
              onClick={() => void onResume().catch((error: unknown) => notifyFailed(wordsOf(error)))}
            >
              Go on with {left === 1 ? '1 order' : `${left} orders`}
            </button>
          )}
          <button type="button" className={button.link} onClick={onClose}>
            Close
          </button>
        </span>
      </header>
      {isMailed(run.to) && done.length > 0 && (
        <details>
          <summary>{mailsOf(run.to)}</summary>
          <p className={styles.mailed}>
            {done.map(({ orderNumber }) => (
              <Link key={orderNumber} to={`/orders/${orderNumber}`}>
                {orderNumber}
              </Link>
            ))}
          </p>
        </details>
      )}
      <ul>
        {others.map(({ orderNumber, words }) => (
          <li key={orderNumber}>
            <Link to={`/orders/${orderNumber}`}>
              <b>{orderNumber}</b>
            </Link>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
