import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { onReauthentication, settleReauthentication, whatIsAsked } from '../api/reauthentication';
import { Dialog } from '../ui/Dialog';

const load = () => import('./proof_forms');
const ProofForm = lazy(async () => ({ default: (await load()).ProofForm }));
const SessionForm = lazy(async () => ({ default: (await load()).SessionForm }));

/**
 * Asks over the page that is open who it is: before a call that needs it, where closing gives the call up; and when the session has ended,
 * where all that was typed stays and the page goes on with the new session.
 */
export function ReauthenticationDialog() {
  const asked = useSyncExternalStore(onReauthentication, whatIsAsked);
  const hasEnded = asked === 'session';

  // At hand before it is needed: a release may have given its file another name by then.
  useEffect(() => void load(), []);

  return (
    <Dialog
      open={asked !== undefined}
      title={hasEnded ? 'Sign in again' : 'Is it you?'}
      shape={hasEnded ? 'gate' : 'card'}
      busy={hasEnded}
      onClose={() => settleReauthentication(false)}
    >
      {asked && (
        <Suspense fallback={<p role="status">One moment…</p>}>
          {hasEnded ? <SessionForm /> : <ProofForm />}
        </Suspense>
      )}
    </Dialog>
  );
}
