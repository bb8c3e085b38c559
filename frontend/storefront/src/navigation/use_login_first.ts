import { useLocation } from 'react-router';
import { ApiError, NOT_LOGGED_IN } from '../api/errors';
import { paths } from '../paths';
import { setLoginFlag } from '../stores/login';
import { useDelayedNavigation } from './use_delayed_navigation';
import { backTo } from './way_back';

/** For forms whose server may want a login: a refusal for that sends the shopper there, and back here afterwards. */
export function useLoginFirst() {
  const location = useLocation();
  const { leaving, leaveFor } = useDelayedNavigation();

  function onRefusal(error: unknown) {
    if (!(error instanceof ApiError) || error.status !== NOT_LOGGED_IN) return;
    // The session may have ended long after the flag was set.
    setLoginFlag(false);
    leaveFor(paths.login, { state: backTo(location) });
  }

  return { leaving, onRefusal };
}
