import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { chromeWords } from '#words/chrome';
import { generalWords } from '#words/general';
import { notifyError } from '../messages/notify';
import { paths } from '../paths';
import { useSession } from '../stores/session';
import { Icon } from '../ui/Icon';

interface AccountControlProps {
  className?: string | undefined;
  /** Called when the shopper goes to the login page. */
  onLeave?: () => void;
}

/** My Account for visitors, Logout for logged-in shoppers. */
export function AccountControl({ className, onLeave }: AccountControlProps) {
  const isLoginUser = useLoginFlag();
  const [leaving, setLeaving] = useState(false);

  async function onLogOut() {
    if (leaving) return;
    setLeaving(true);
    await import('../stores/login').then(
      ({ logOut }) => logOut(),
      // On a shared phone, the shopper must know that the logout failed.
      () => notifyError(generalWords.unreachable),
    );
    setLeaving(false);
  }

  if (isLoginUser) {
    return (
      <button type="button" className={className} aria-disabled={leaving || undefined} onClick={onLogOut}>
        <Icon name="user" size={20} />
        {chromeWords.logout}
      </button>
    );
  }
  return (
    <Link className={className} to={paths.login} onClick={onLeave}>
      <Icon name="user" size={20} />
      {chromeWords.myAccount}
    </Link>
  );
}

/** The login flag; false during hydration, because a prerendered page is the same for all shoppers. */
function useLoginFlag(): boolean {
  return useSyncExternalStore(useSession.subscribe, currentFlag, () => false);
}

function currentFlag(): boolean {
  return useSession.getState().isLoginUser;
}
