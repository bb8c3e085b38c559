import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut } from '../api/calls';
import { isSignedOut, wordsOf } from '../api/errors';
import { notifyFailed } from '../messages/notify';
import { forgetDrafts } from '../session/drafts';
import { LeaveQuestion } from '../ui/LeaveQuestion';
import { isTabUnsaved, nothingIsUnsaved } from '../ui/unsaved';
import styles from './LogOutButton.module.css';

/** Logs out, after a question if something is unsaved. A session that has already ended counts as logged out. */
export function LogOutButton() {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: leave,
    onError: (error) => (isSignedOut(error) ? leave() : notifyFailed(wordsOf(error))),
  });

  return (
    <>
      <button
        type="button"
        className={styles.out}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (isTabUnsaved()) setAsking(true);
          else if (!isPending) mutate();
        }}
      >
        {isPending ? 'signing out…' : 'sign out'}
      </button>
      {isAsking && (
        <LeaveQuestion
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false);
            mutate();
          }}
        />
      )}
    </>
  );
}

/** Loads a new document, so that no data stays in memory and the next person does not see the last page. */
function leave(): void {
  forgetDrafts();
  nothingIsUnsaved();
  window.location.assign('/sign-in');
}
