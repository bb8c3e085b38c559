import { useEffect } from 'react';
import { ApiError, NOT_LOGGED_IN } from '../api/errors';
import type { Resource } from './resource';
import { useResource } from './use_resource';
import { changeKnown, forget } from './resource_changes';
import { setLoginFlag } from './login';
import { useSession } from './session';

const NOT_FOUND = 404;
const loggedOut = new ApiError(NOT_LOGGED_IN, '');

/** What only the account that is logged in is told, or why it is not there. */
export type Own<T> = { kind: 'there'; data: T } | { kind: Absence };

type Absence = 'coming' | 'visitor' | 'unknown' | 'failed';

/**
 * Asks for what is told to whoever is logged in, and forgets it with the page. That is asked of the server, not of the flag: a
 * new tab has none, and a session may have ended since.
 */
export function useOwn<T>(resource: Resource<T>, key: string) {
  const { data, error } = useResource(resource, key);

  // Who logs out leaves nothing on the screen for who comes next.
  useEffect(
    () => useSession.subscribe(({ isLoginUser }) => isLoginUser || forget(resource, loggedOut)),
    [resource],
  );
  useEffect(() => () => forget(resource), [resource]);
  useEffect(() => {
    if (absenceOf(error) === 'visitor') setLoginFlag(false);
    else if (data !== undefined && !useSession.getState().isLoginUser) setLoginFlag(true);
  }, [data, error]);

  const absence = error ? absenceOf(error) : 'coming';
  const isThere = data !== undefined && (absence === 'coming' || absence === 'failed');
  const own: Own<T> = isThere ? { kind: 'there', data } : { kind: absence };
  return {
    own,
    /** Shows it as it stands since. */
    setData: (next: T) => changeKnown(resource, key, () => next),
    again: () => resource.look(key),
  };
}

function absenceOf(error: unknown): Absence {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === NOT_LOGGED_IN) return 'visitor';
  return error.status === NOT_FOUND ? 'unknown' : 'failed';
}
