import { ApiError, NOT_LOGGED_IN } from '../api/errors';
import { setLoginFlag } from './login';

/** Takes the flag down where a refusal says that the session has ended since it was set. */
export function noticeLogout(error: unknown): void {
  if (error instanceof ApiError && error.status === NOT_LOGGED_IN) setLoginFlag(false);
}
