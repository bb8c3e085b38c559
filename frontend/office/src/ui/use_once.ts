import { useState } from 'react';
import { randomId } from 'shared/rules/random_id';
import { ApiError, ConnectionError } from '../api/errors';

/** The ids of requests without a response yet. */
const unanswered = new Map<string, string>();

/**
 * Keeps one id for a request that moves money, so that a retry from the dialog moves it once. If the response is lost, another dialog about
 * the same thing uses that id again, until the server responds.
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

/** Returns true if it is unknown whether the request had an effect. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
