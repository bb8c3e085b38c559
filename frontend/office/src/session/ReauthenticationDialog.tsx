import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { currentReauthentication, onReauthentication, settleReauthentication } from '../api/reauthentication';
import { Dialog } from '../ui/Dialog';

const load = () => import('./proof_forms');
const ProofForm = lazy(async () => ({ default: (await load()).ProofForm }));
const SessionForm = lazy(async () => ({ default: (await load()).SessionForm }));

/**
 * Asks for re-authentication over the open page. Before a protected call, closing it cancels the call. After the session has ended, typed
 * text stays and the page continues with the new session.
 */
export function ReauthenticationDialog() {
  const asked = useSyncExternalStore(onReauthentication, currentReauthentication);
  const hasEnded = asked === 'session';

  // Loads the forms early, because their file may have another name after a release.
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
