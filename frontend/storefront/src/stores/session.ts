import { create } from 'zustand';

/** The login flag. It only chooses between My Account and Logout; the server's cookie decides who is logged in. */
export interface SessionState {
  isLoginUser: boolean;
}

/** The name of the flag in session storage, and of the cookie that all tabs read. Neither identifies the shopper. */
export const LOGIN_FLAG = 'isLoginUser';

export const useSession = create<SessionState>(() => ({ isLoginUser: readFlag() }));

function readFlag(): boolean {
  try {
    return sessionStorage.getItem(LOGIN_FLAG) === 'true';
  } catch {
    return false;
  }
}
