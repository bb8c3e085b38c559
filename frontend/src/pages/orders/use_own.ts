import { useEffect, useState } from 'react';
import { ApiError, NOT_LOGGED_IN } from '../../api/errors';
import { setLoginFlag, useSession } from '../../stores/session';

const NOT_FOUND = 404;

/** What only the account that is logged in is told, or why it is not there. */
export type Own<T> = { kind: 'there'; data: T } | { kind: Absence };

type Absence = 'coming' | 'visitor' | 'unknown' | 'failed';

/**
 * Asks for what is told to whoever is logged in. That is asked of the server, not of the flag: a new tab has none, and a
 * session may have ended since.
 */
export function useOwn<T>(ask: () => Promise<T>) {
  const [own, setOwn] = useState<Own<T>>({ kind: 'coming' });
  // Another object for every try, also of the same question.
  const [asked, setAsked] = useState({ ask });
  if (asked.ask !== ask) setAsked({ ask });

  useEffect(() => {
    let wanted = true;
    const show = (next: Own<T>) => wanted && setOwn(next);
    show({ kind: 'coming' });
    asked.ask().then(
      (data) => show({ kind: 'there', data }),
      (error: unknown) => show({ kind: absenceOf(error) }),
    );
    // Who logs out leaves nothing on the screen for who comes next.
    const stop = useSession.subscribe(({ isLoginUser }) => {
      if (isLoginUser) return;
      show({ kind: 'visitor' });
      wanted = false;
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [asked]);

  return {
    own,
    /** Shows it as it stands since. */
    setData: (change: (data: T) => T) =>
      setOwn((current) => (current.kind === 'there' ? { ...current, data: change(current.data) } : current)),
    again: () => setAsked({ ask }),
  };
}

function absenceOf(error: unknown): Absence {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === NOT_LOGGED_IN) {
    setLoginFlag(false);
    return 'visitor';
  }
  return error.status === NOT_FOUND ? 'unknown' : 'failed';
}
