import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useReach } from '../api/reachability';
import button from '../ui/button.module.css';
import styles from './ReachBar.module.css';

const WORDS = {
  offline: 'You are offline. What you see may be old, and nothing can be changed.',
  unreachable: 'The office does not answer. What you see may be old.',
  unavailable: 'A part of the shop does not answer right now. What you see may be old.',
};

/** A bar over every page that shows when the gateway does not respond. */
export function ReachBar() {
  const reach = useReach();
  const client = useQueryClient();
  const isAsking = useIsFetching() > 0;
  return (
    <div role="status">
      {reach !== 'good' && (
        <div className={styles.bar}>
          <span>{WORDS[reach]}</span>
          <button
            type="button"
            className={`${button.quiet} ${button.small}`}
            aria-disabled={isAsking || undefined}
            onClick={() => void client.refetchQueries({ type: 'active' })}
          >
            {isAsking ? 'Trying again…' : 'Try again'}
          </button>
        </div>
      )}
    </div>
  );
}
