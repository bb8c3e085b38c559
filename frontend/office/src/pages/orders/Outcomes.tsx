import { Link } from 'react-router';
import { STATES } from '../../rules/order_states';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import styles from './orders.module.css';
import type { BulkRun } from './use_bulk_move';

/** What became of each order; those that went well are only counted. */
export function Outcomes({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const done = run.outcomes.filter(({ kind }) => kind === 'done').length;
  const others = run.outcomes.filter(({ kind }) => kind !== 'done');
  const left = run.count - run.outcomes.length;
  return (
    <section className={`${card.card} ${styles.outcomes}`} aria-label="What became of the orders">
      <header>
        <p role="status">
          <b>
            {done} of {run.count} {STATES[run.to].happened.toLowerCase()}.
          </b>{' '}
          {left > 0 && `${left} not tried, because you stopped.`}
        </p>
        <button type="button" className={button.link} onClick={onClose}>
          Close
        </button>
      </header>
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
