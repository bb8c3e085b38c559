import { LOGIN_FLAG, useSession } from './session';

/** Takes over what another tab told of the session, if this one knows otherwise. What does not come is left to the next time. */
export function followSession(): void {
  const told = document.cookie.split(`${LOGIN_FLAG}=`)[1]?.split(';')[0];
  if (told && told !== String(useSession.getState().isLoginUser))
    import('./login').then(
      ({ takeOver }) => takeOver(told),
      () => {},
    );
}
