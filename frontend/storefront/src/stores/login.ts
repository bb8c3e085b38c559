// Login and logout in this tab, and the notice to other tabs. The first visit does not load this code.
import { logOut as askToLogOut, readAccount } from '../api/client';
import { ApiError, NOT_LOGGED_IN, shopperMessage } from '../api/errors';
import { sessionWords } from '#words/session';
import { notifyError, notifySuccess } from '../messages/notify';
import { LOGIN_FLAG, useSession } from './session';

const forgetters = new Set<() => void>();

/** Registers a function that clears data of the shopper on logout. */
export function onLogOut(forget: () => void): void {
  forgetters.add(forget);
}

/** Sets the login flag of this tab. After a login, the other tabs are told and ask the server. */
export function setLoginFlag(isLoginUser: boolean): void {
  useSession.setState({ isLoginUser });
  if (isLoginUser) tellTabs('true');
  try {
    sessionStorage.setItem(LOGIN_FLAG, String(isLoginUser));
  } catch {
    // Storage may be forbidden. Then the flag lasts as long as the page.
  }
}

/** Ends the session on the server and shows the shopper the result. */
export async function logOut(): Promise<void> {
  try {
    await askToLogOut();
    sessionEnded();
    notifySuccess(sessionWords.loggedOut);
  } catch (error) {
    setLoginFlag(true);
    notifyError(sessionWords.logoutFailed(shopperMessage(error)));
  }
}

/** Clears the shopper's data in every tab, after the server has ended the session. */
export function sessionEnded(): void {
  forgetShopper();
  tellTabs('false');
}

/** Takes over the login state from another tab. A logout is trusted; for a login, the server is asked. */
export async function takeOver(told: string): Promise<void> {
  if (told === 'false') {
    forgetShopper();
    return;
  }
  try {
    await readAccount();
    setLoginFlag(true);
  } catch (error) {
    // A shopper who logged in meanwhile has a newer session than this answer.
    const hasEnded = error instanceof ApiError && error.status === NOT_LOGGED_IN;
    if (hasEnded && !useSession.getState().isLoginUser) tellTabs('');
  }
}

/** Sets a session cookie that tells the other tabs the login state. */
function tellTabs(isLoginUser: 'true' | 'false' | ''): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  document.cookie = `${LOGIN_FLAG}=${isLoginUser};path=/;samesite=lax${secure}`;
}

/** Clears the shopper's data in this tab, including stored drafts of earlier pages. */
function forgetShopper(): void {
  for (const forget of forgetters) forget();
  try {
    sessionStorage.clear();
  } catch {
    // If storage is forbidden, nothing was stored.
  }
  setLoginFlag(false);
}
