import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { STATES } from '../../rules/order_states';
import button from '../../ui/button.module.css';
import { BULK_RUNS, type BulkRuns } from './bulk_run';
import styles from './orders.module.css';

/** The progress of the bulk changes, on every page. After its end, each links back to its results. */
export function BulkProgress() {
  return (
    <div className={styles.progresses}>
      {BULK_RUNS.map(({ runs, page }) => (
        <Progress key={page} runs={runs} page={page} />
      ))}
    </div>
  );
}

function Progress({ runs, page }: { runs: BulkRuns; page: string }) {
  const run = useSyncExternalStore(runs.hear, runs.current);
  const isOpen = useLocation().pathname === page;
  if (!run || (isOpen && !run.isRunning)) return null;
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
            <button type="button" className={button.onDark} onClick={() => runs.stop()}>
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
            <Link className={button.onDark} to={page}>
              See the results
            </Link>
          </span>
        </>
      )}
    </div>
  );
}
