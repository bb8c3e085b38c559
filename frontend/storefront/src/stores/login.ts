// What begins and ends a login in this tab, and tells the others. The first visit does without it.
import { logOut as askToLogOut, readAccount } from '../api/client';
import { ApiError, NOT_LOGGED_IN, shopperMessage } from '../api/errors';
import { sessionWords } from '#words/session';
import { notifyError, notifySuccess } from '../messages/notify';
import { LOGIN_FLAG, useSession } from './session';

const forgetters = new Set<() => void>();

/** Has something of the shopper forgotten when they log out. */
export function onLogOut(forget: () => void): void {
  forgetters.add(forget);
}

/** Keeps whether the shopper is logged in, for this tab. A login is told to others, which ask the server about it. */
export function setLoginFlag(isLoginUser: boolean): void {
  useSession.setState({ isLoginUser });
  if (isLoginUser) tellTabs('true');
  try {
    sessionStorage.setItem(LOGIN_FLAG, String(isLoginUser));
  } catch {
    // Storage may be forbidden; then the flag lasts as long as the page.
  }
}

/** Ends the session on the server, and tells the shopper how that went. */
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

/** Forgets the shopper in every tab, where the server has ended the session by itself. */
export function sessionEnded(): void {
  forgetShopper();
  tellTabs('false');
}

/** Takes over what another tab told of the session. A logout is believed; whether a session lives, the server says. */
export async function takeOver(told: string): Promise<void> {
  if (told === 'false') {
    forgetShopper();
    return;
  }
  try {
    await readAccount();
    setLoginFlag(true);
  } catch (error) {
    // A shopper who logged in meanwhile has a session that is younger than this answer.
    const hasEnded = error instanceof ApiError && error.status === NOT_LOGGED_IN;
    if (hasEnded && !useSession.getState().isLoginUser) tellTabs('');
  }
}

/** Tells the other tabs how the session stands, as long as the browser is open: its own cookie lives no longer. */
function tellTabs(isLoginUser: 'true' | 'false' | ''): void {
  const secure = location.protocol === 'https:' ? ';secure' : '';
  document.cookie = `${LOGIN_FLAG}=${isLoginUser};path=/;samesite=lax${secure}`;
}

/** Forgets the shopper in this tab, which may be another's next: what they typed, here or on pages before. */
function forgetShopper(): void {
  for (const forget of forgetters) forget();
  try {
    sessionStorage.clear();
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
  setLoginFlag(false);
}
