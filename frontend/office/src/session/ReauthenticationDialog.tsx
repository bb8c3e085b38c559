import { lazy, Suspense, useSyncExternalStore } from 'react';
import {
  isReauthenticationWaiting,
  onReauthentication,
  settleReauthentication,
} from '../api/reauthentication';
import { Dialog } from '../ui/Dialog';

const ProofForm = lazy(() => import('./ProofForm'));

/** Asks who it is before a call that needs it; closed, the call is given up. */
export function ReauthenticationDialog() {
  const isOpen = useSyncExternalStore(onReauthentication, isReauthenticationWaiting);
  return (
    <Dialog open={isOpen} title="Is it you?" onClose={() => settleReauthentication(false)}>
      {isOpen && (
        <Suspense fallback={<p role="status">One moment…</p>}>
          <ProofForm />
        </Suspense>
      )}
    </Dialog>
  );
}
