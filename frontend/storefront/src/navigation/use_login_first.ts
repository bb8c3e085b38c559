import { useLocation } from 'react-router';
import { ApiError, NOT_LOGGED_IN } from '../api/errors';
import { paths } from '../paths';
import { setLoginFlag } from '../stores/login';
import { useDelayedNavigation } from './use_delayed_navigation';
import { backTo } from './way_back';

/** Sends the shopper to the login and back if the server refuses a form without a session. */
export function useLoginFirst() {
  const location = useLocation();
  const { leaving, leaveFor } = useDelayedNavigation();

  function onRefusal(error: unknown) {
    if (!(error instanceof ApiError) || error.status !== NOT_LOGGED_IN) return;
    // The session may have ended since the flag was set.
    setLoginFlag(false);
    leaveFor(paths.login, { state: backTo(location) });
  }

  return { leaving, onRefusal };
}
