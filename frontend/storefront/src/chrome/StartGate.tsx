import { type ReactNode, useEffect, useState } from 'react';
import { startWords } from '#words/start';
import { Spinner } from 'shared/ui/Spinner';
import { ErrorScreen } from './ErrorScreen';

/** A load that the shop needs to start. Rejects on failure. */
export type StartLoad = () => Promise<unknown>;

interface StartGateProps {
  loads: readonly StartLoad[];
  /** True if the page can be shown during the loads. */
  open?: boolean;
  /** A hint for the shopper who waits for this page. */
  hint?: string | undefined;
  children: ReactNode;
}

/**
 * Runs all loads in parallel behind a spinner and then shows the page. An open page is shown beside the spinner. Retry runs all loads
 * again.
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

/** The notice after too long a wait. A prerendered page shows it without scripts, because these may be what is missing. */
function Overdue() {
  return (
    <p className="overdue">
      {startWords.overdue}{' '}
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- empty is the address of this page, its query too */}
      <a href="">{startWords.retry}</a>
    </p>
  );
}
