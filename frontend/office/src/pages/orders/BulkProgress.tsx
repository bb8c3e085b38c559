import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { STATES } from '../../rules/order_states';
import button from '../../ui/button.module.css';
import { selectedOrders } from './bulk_run';
import styles from './orders.module.css';

/** The progress of a bulk change, on every page. After its end, it links back to the results. */
export function BulkProgress() {
  const run = useSyncExternalStore(selectedOrders.hear, selectedOrders.current);
  const isList = useLocation().pathname === '/orders';
  if (!run || (isList && !run.isRunning)) return null;
  const through = run.outcomes.length;
  return (
    <div className={`${styles.bulk} ${styles.progress}`}>
      {run.isRunning ? (
        <>
          <label>
            {STATES[run.to].happened}: {through} of {run.count} <progress value={through} max={run.count} />
          </label>
          <span role="status">{run.outcomes.at(-1)?.words}</span>
          <span className={styles.end}>
            <button type="button" className={button.onDark} onClick={() => selectedOrders.stop()}>
              Stop
            </button>
          </span>
        </>
      ) : (
        <>
          <span role="status">
            {STATES[run.to].happened}: {through} of {run.count}.
          </span>
          <span className={styles.end}>
            <Link className={button.onDark} to="/orders">
              See what became of them
            </Link>
          </span>
        </>
      )}
    </div>
  );
}
