import { useEffect } from 'react';
import { ApiError, NOT_LOGGED_IN } from '../api/errors';
import type { Resource } from './resource';
import { useResource } from './use_resource';
import { changeKnown, forget } from './resource_changes';
import { setLoginFlag } from './login';
import { useSession } from './session';

const NOT_FOUND = 404;
const loggedOut = new ApiError(NOT_LOGGED_IN, '');

/** Data of the logged-in account, or why it is missing. */
export type Own<T> = { kind: 'there'; data: T } | { kind: Absence };

type Absence = 'coming' | 'visitor' | 'unknown' | 'failed';

/**
 * Fetches data of the logged-in account, and clears it when the component goes. The server decides on the login, not the flag: a new tab
 * has no flag, and the session may have ended.
 */
export function useOwn<T>(resource: Resource<T>, key: string) {
  const { data, error } = useResource(resource, key);

  // After a logout, the next user of the device sees none of it.
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
    /** Replaces the data with its current state. */
    setData: (next: T) => changeKnown(resource, key, () => next),
    again: () => resource.look(key),
  };
}

function absenceOf(error: unknown): Absence {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === NOT_LOGGED_IN) return 'visitor';
  return error.status === NOT_FOUND ? 'unknown' : 'failed';
}
