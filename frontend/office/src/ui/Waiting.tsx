import { wordsOf } from '../api/errors';
import button from './button.module.css';
import styles from './Waiting.module.css';

interface WaitingProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** The name of the loading data: `the orders`. */
  what: string;
}

/** Shown while something loads, or if loading failed. */
export function Waiting({ query, what }: WaitingProps) {
  if (!query.error) {
    return (
      <p className={styles.waiting} role="status">
        Loading {what}…
      </p>
    );
  }
  return (
    <div className={styles.failed} role="alert">
      <p>
        <b>There is no answer about {what}.</b> {wordsOf(query.error)}
      </p>
      <button
        type="button"
        className={button.quiet}
        aria-disabled={query.isFetching || undefined}
        onClick={() => void query.refetch()}
      >
        {query.isFetching ? 'Trying again…' : 'Try again'}
      </button>
    </div>
  );
}

/** Shown in place of an empty list. */
export function Nothing({ children }: { children: React.ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}
