import { useLocation } from 'react-router';
import { paths } from '../paths';
import { setLoginFlag } from '../stores/session';
import { useDelayedNavigation } from './use_delayed_navigation';
import { backTo } from './way_back';

/** For forms whose server wants a login: sends the shopper there, and back here afterwards. */
export function useLoginFirst() {
  const location = useLocation();
  const { leaving, leaveFor } = useDelayedNavigation();

  function goToLogin() {
    // The session may have ended long after the flag was set.
    setLoginFlag(false);
    leaveFor(paths.login, backTo(location));
  }

  return { leaving, goToLogin };
}
