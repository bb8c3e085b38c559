import { create } from 'zustand';
import { logOut as askToLogOut } from '../api/lists';
import { shopperMessage } from '../api/errors';
import { sessionWords } from '#words/session';
import { notifyError, notifySuccess } from '../notify';

/** The login flag. It only chooses between My Account and Logout: who is logged in is for the server's cookie to say. */
export interface SessionState {
  isLoginUser: boolean;
}

const STORAGE_KEY = 'isLoginUser';

export const useSession = create<SessionState>(() => ({ isLoginUser: readFlag() }));

/** Keeps whether the shopper is logged in, for this tab. */
export function setLoginFlag(isLoginUser: boolean): void {
  useSession.setState({ isLoginUser });
  try {
    sessionStorage.setItem(STORAGE_KEY, String(isLoginUser));
  } catch {
    // Storage may be forbidden; then the flag lasts as long as the page.
  }
}

/** Ends the session on the server, and tells the shopper how that went. */
export async function logOut(): Promise<void> {
  try {
    await askToLogOut();
    setLoginFlag(false);
    notifySuccess(sessionWords.loggedOut);
  } catch (error) {
    setLoginFlag(true);
    notifyError(sessionWords.logoutFailed(shopperMessage(error)));
  }
}

function readFlag(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) === 'true';
  } catch {
    return false;
  }
}
