import { useState } from 'react';
import { randomId } from 'shared/rules/random_id';
import { ApiError, ConnectionError } from '../api/errors';

/** The ids under which something was sent that nobody has answered yet. */
const unanswered = new Map<string, string>();

/**
 * Sends money under one id for as long as a dialog is open: sent again, it moves once. When the answer was lost, another dialog about the same
 * thing goes on with that id, until somebody says what became of it.
 */
export function useOnce(what: string) {
  const [id] = useState(() => unanswered.get(what) ?? randomId());

  return async function once<T>(send: (id: string) => Promise<T>): Promise<T> {
    unanswered.set(what, id);
    try {
      const answer = await send(id);
      unanswered.delete(what);
      return answer;
    } catch (error) {
      if (!isLost(error)) unanswered.delete(what);
      throw error;
    }
  };
}

/** Whether nobody knows whether it was done. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
