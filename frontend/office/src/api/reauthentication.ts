import { ApiError, isSignedOut } from './errors';

// Some calls are answered only to somebody who showed within the last minutes that it is they, and none to somebody whose session
// has ended. Whoever makes one does not know: the call is refused, the dialog of `session/ReauthenticationDialog.tsx` asks over the page
// that is open, and the call is made again.

/** What is asked for: another proof of who it is, or a new session in place of one that has ended. */
export type Asked = 'proof' | 'session';

/** The reason of a refusal that another proof of who it is takes away. */
const REAUTHENTICATE = 'REAUTHENTICATE';

/** What a caller gets whose dialog was closed: nothing was done. */
export class NotReauthenticated extends Error {
  constructor() {
    super('Nothing was changed, since you did not confirm that it is you.');
  }
}

interface Waiting {
  for: Asked;
  answer: (isProven: boolean) => void;
}

let waiting: readonly Waiting[] = [];
let isSomebodySignedIn = () => false;
const listeners = new Set<() => void>();

/** Says by what it is known that somebody was signed in: whoever was not is led to sign in instead of being asked. */
export function knowWhoIsSignedIn(isSomebody: () => boolean): void {
  isSomebodySignedIn = isSomebody;
}

/** Makes a call, and makes it again once somebody has shown who they are, if that is what it was refused for. */
export async function afterReauthentication<T>(call: () => Promise<T>, isSomebodyThere = true): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const asked = whatIsMissing(error);
    // A page that asks by itself puts no question on a screen at which nobody is.
    if (!asked || (asked === 'proof' && !isSomebodyThere)) throw error;
    if (!(await askedWho(asked))) throw new NotReauthenticated();
  }
  // A session that has just begun may still be asked for a proof.
  return afterReauthentication(call);
}

function whatIsMissing(error: unknown): Asked | undefined {
  if (isSignedOut(error)) return isSomebodySignedIn() ? 'session' : undefined;
  return isReauthenticationAsked(error) ? 'proof' : undefined;
}

/** Whether a call was refused until somebody shows again who they are. */
export function isReauthenticationAsked(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  const { code, reason } = error.reason as { code?: string; reason?: string };
  return code === REAUTHENTICATE || reason === REAUTHENTICATE;
}

/** Calls that wait at once are asked about once. */
function askedWho(asked: Asked): Promise<boolean> {
  return new Promise((answer) => {
    tell([...waiting, { for: asked, answer }]);
  });
}

/** Answers all calls that wait. */
export function settleReauthentication(isProven: boolean): void {
  const answered = waiting;
  tell([]);
  for (const { answer } of answered) answer(isProven);
}

/** For what calls wait; nothing while none does. A session is wanted first: it is proof as well. */
export function whatIsAsked(): Asked | undefined {
  return waiting.some((each) => each.for === 'session') ? 'session' : waiting[0]?.for;
}

/** Hears when that changes. */
export function onReauthentication(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(now: readonly Waiting[]): void {
  waiting = now;
  for (const listener of listeners) listener();
}
