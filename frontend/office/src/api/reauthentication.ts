import { ApiError } from './errors';

// Some calls are answered only to somebody who showed within the last minutes that it is they. Whoever makes one does not know:
// the call is refused, the dialog of `session/ReauthenticationDialog.tsx` asks, and the call is made again.

/** The reason of a refusal that another proof of who it is takes away. */
const REAUTHENTICATE = 'REAUTHENTICATE';

/** What a caller gets whose dialog was closed: nothing was done. */
export class NotReauthenticated extends Error {
  constructor() {
    super('Nothing was changed, since you did not confirm that it is you.');
  }
}

type Answer = (isProven: boolean) => void;

let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

/** Makes a call, and makes it again once somebody has shown who they are, if that is what it was refused for. */
export async function afterReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isReauthenticationAsked(error)) throw error;
    if (!(await askedWho())) throw new NotReauthenticated();
    return call();
  }
}

/** Whether a call was refused until somebody shows again who they are. */
export function isReauthenticationAsked(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  const { code, reason } = error.reason as { code?: string; reason?: string };
  return code === REAUTHENTICATE || reason === REAUTHENTICATE;
}

/** Calls that wait at once are asked about once. */
function askedWho(): Promise<boolean> {
  return new Promise((resolve) => {
    tell([...waiting, resolve]);
  });
}

/** Answers all calls that wait. */
export function settleReauthentication(isProven: boolean): void {
  const answered = waiting;
  tell([]);
  for (const answer of answered) answer(isProven);
}

/** Whether a call waits for somebody to show who they are. */
export function isReauthenticationWaiting(): boolean {
  return waiting.length > 0;
}

/** Hears when that changes. */
export function onReauthentication(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(now: readonly Answer[]): void {
  waiting = now;
  for (const listener of listeners) listener();
}
