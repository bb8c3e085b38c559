import { ApiError, NOT_LOGGED_IN } from '../api/errors';
import { setLoginFlag } from './login';

/** Clears the login flag if an error says that the session has ended. */
export function noticeLogout(error: unknown): void {
  if (error instanceof ApiError && error.status === NOT_LOGGED_IN) setLoginFlag(false);
}
