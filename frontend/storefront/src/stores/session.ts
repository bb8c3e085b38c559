import { create } from 'zustand';

/** The login flag. It only chooses between My Account and Logout: who is logged in is for the server's cookie to say. */
export interface SessionState {
  isLoginUser: boolean;
}

/** What the flag is called in the tab's storage, and in the cookie that all tabs read. Neither tells who it is. */
export const LOGIN_FLAG = 'isLoginUser';

export const useSession = create<SessionState>(() => ({ isLoginUser: readFlag() }));

function readFlag(): boolean {
  try {
    return sessionStorage.getItem(LOGIN_FLAG) === 'true';
  } catch {
    return false;
  }
}
