import { useState } from 'react';
import { Link } from 'react-router';
import { chromeMessages } from '../messages/chrome';
import { paths } from '../paths';
import { logOut, useSession } from '../stores/session';

interface AccountControlProps {
  className?: string | undefined;
  /** Called when the shopper goes to the login page. */
  onLeave?: () => void;
}

/** My Account for visitors, Logout for whoever is logged in. */
export function AccountControl({ className, onLeave }: AccountControlProps) {
  const isLoginUser = useSession((state) => state.isLoginUser);
  const [leaving, setLeaving] = useState(false);

  async function onLogOut() {
    if (leaving) return;
    setLeaving(true);
    await logOut();
    setLeaving(false);
  }

  if (isLoginUser) {
    return (
      <button type="button" className={className} aria-disabled={leaving || undefined} onClick={onLogOut}>
        {chromeMessages.logout}
      </button>
    );
  }
  return (
    <Link className={className} to={paths.login} onClick={onLeave}>
      {chromeMessages.myAccount}
    </Link>
  );
}
