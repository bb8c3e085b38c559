import { useMutation } from '@tanstack/react-query';
import { signOut } from '../api/calls';
import { isSignedOut, wordsOf } from '../api/errors';
import { notifyFailed } from '../messages/notify';
import { forgetDrafts } from '../session/drafts';
import styles from './LogOutButton.module.css';

/** Ends the session; one that has ended already is as good as ended. */
export function LogOutButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: leave,
    onError: (error) => (isSignedOut(error) ? leave() : notifyFailed(wordsOf(error))),
  });

  return (
    <button
      type="button"
      className={styles.out}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'logging out…' : 'log out'}
    </button>
  );
}

/** By a document of its own: nothing that was known stays in memory, and whoever comes next does not land where somebody was. */
function leave(): void {
  forgetDrafts();
  window.location.assign('/sign-in');
}
