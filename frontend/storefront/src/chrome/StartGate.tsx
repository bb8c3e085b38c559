import { type ReactNode, useEffect, useState } from 'react';
import { startWords } from '#words/start';
import { Spinner } from 'shared/ui/Spinner';
import { ErrorScreen } from './ErrorScreen';

/** Something the shop cannot start without; rejects when it cannot be had. */
export type StartLoad = () => Promise<unknown>;

interface StartGateProps {
  loads: readonly StartLoad[];
  /** The page has something to show meanwhile. */
  open?: boolean;
  /** What a shopper who waits for this page may want to know. */
  hint?: string | undefined;
  children: ReactNode;
}

/**
 * Runs every load side by side, under a spinner, and shows the page when all are done; one that has something to show
 * meanwhile stands beside the spinner. Retry runs every load again.
 */
export function StartGate(props: StartGateProps) {
  const [attempt, setAttempt] = useState(1);
  return <Start key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Start({ loads, open = false, hint, children, onRetry }: StartGateProps & { onRetry: () => void }) {
  const [state, setState] = useState<'loading' | 'failed' | 'ready'>('loading');

  useEffect(() => {
    let wanted = true;
    async function run() {
      const results = await Promise.allSettled(loads.map((load) => load()));
      if (wanted) setState(results.every(({ status }) => status === 'fulfilled') ? 'ready' : 'failed');
    }
    void run();
    return () => {
      wanted = false;
    };
  }, [loads]);

  const texts = startWords;
  if (state === 'failed') {
    return (
      <ErrorScreen title={texts.errorTitle} text={texts.errorText} action={texts.retry} onAction={onRetry} />
    );
  }
  const loading = state === 'loading';
  return (
    <>
      {loading && (
        <Spinner label={texts.loading} hint={hint} beside={open}>
          <Overdue />
        </Spinner>
      )}
      {(open || !loading) && children}
    </>
  );
}

/** Said when too long a time has passed. A page drawn ahead must say it without scripts, which may be what does not come. */
function Overdue() {
  return (
    <p className="overdue">
      {startWords.overdue}{' '}
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- empty is the address of this page, its query too */}
      <a href="">{startWords.retry}</a>
    </p>
  );
}
