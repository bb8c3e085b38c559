import { ApiError, isSignedOut } from './errors';

// Some calls require a proof of identity from the last minutes, and all of them require a session. Pages do not know which calls these are.
// A call that is refused opens the dialog of `session/ReauthenticationDialog.tsx` over the page, and is then repeated.

/** The kind of re-authentication: a new proof of identity, or a new session after the old one has ended. */
export type RequiredProof = 'proof' | 'session';

/** The code of a refusal that requires a new proof of identity. */
const REAUTHENTICATE = 'REAUTHENTICATE';

/** Thrown to the caller if the staff member closes the dialog. The call had no effect. */
export class NotReauthenticated extends Error {
  constructor() {
    super('Nothing was changed, because you did not confirm that it is you.');
  }
}

interface Waiting {
  for: RequiredProof;
  answer: (isProven: boolean) => void;
}

let waiting: readonly Waiting[] = [];
let isSomebodySignedIn = () => false;
const listeners = new Set<() => void>();

/** Sets the check for a previous session. Without one, the sign-in page opens instead of the dialog. */
export function knowWhoIsSignedIn(isSomebody: () => boolean): void {
  isSomebodySignedIn = isSomebody;
}

/** Makes a call, and repeats it after re-authentication if that is why it was refused. */
export async function afterReauthentication<T>(call: () => Promise<T>, isSomebodyThere = true): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const required = requiredProof(error);
    // A request that no person triggered must not open a dialog on an unattended screen.
    if (!required || (required === 'proof' && !isSomebodyThere)) throw error;
    if (!(await reauthenticated(required))) throw new NotReauthenticated();
  }
  // A new session may still need a proof of identity.
  return afterReauthentication(call);
}

function requiredProof(error: unknown): RequiredProof | undefined {
  if (isSignedOut(error)) return isSomebodySignedIn() ? 'session' : undefined;
  return isReauthenticationAsked(error) ? 'proof' : undefined;
}

/** Returns true if a call was refused because it requires a new proof of identity. */
export function isReauthenticationAsked(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  const { code, reason } = error.reason as { code?: string; reason?: string };
  return code === REAUTHENTICATE || reason === REAUTHENTICATE;
}

/** Calls that wait at the same time share one dialog. */
function reauthenticated(required: RequiredProof): Promise<boolean> {
  return new Promise((answer) => {
    tell([...waiting, { for: required, answer }]);
  });
}

/** Resolves all waiting calls. */
export function settleReauthentication(isProven: boolean): void {
  const answered = waiting;
  tell([]);
  for (const { answer } of answered) answer(isProven);
}

/** Returns what the waiting calls need, or undefined if none waits. A session comes first because signing in is also a proof. */
export function currentReauthentication(): RequiredProof | undefined {
  return waiting.some((each) => each.for === 'session') ? 'session' : waiting[0]?.for;
}

/** Subscribes to changes of `currentReauthentication`. */
export function onReauthentication(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(now: readonly Waiting[]): void {
  waiting = now;
  for (const listener of listeners) listener();
}
