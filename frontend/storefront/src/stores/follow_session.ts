import { LOGIN_FLAG, useSession } from './session';

/** Takes over the login state that another tab set, if this tab's differs. If the code fails to load, the next call tries again. */
export function followSession(): void {
  const told = document.cookie.split(`${LOGIN_FLAG}=`)[1]?.split(';')[0];
  if (told && told !== String(useSession.getState().isLoginUser))
    import('./login').then(
      ({ takeOver }) => takeOver(told),
      () => {},
    );
}
