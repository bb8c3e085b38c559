import { ConnectionError, ApiError as RequestError } from 'shared/request/errors';
import type { Order } from './types';

export { ConnectionError } from 'shared/request/errors';

/** An answer of the office other than success; a conflict about an order brings the order as it stands. */
export const ApiError = RequestError<Partial<Order>>;
export type ApiError = RequestError<Partial<Order>>;

/** Whether nobody is signed in, or no longer. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether the same call may be answered in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
}

/** The order as it stands, where somebody else moved it before; nothing for any other error. */
export function orderInConflict(error: unknown): Order | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return typeof error.data.orderNumber === 'string' ? (error.data as Order) : undefined;
}

/** What staff read of an error. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError) {
    return error.timedOut
      ? 'The office took too long to answer. Please try again.'
      : 'The office cannot be reached. Check the connection and try again.';
  }
  if (error instanceof ApiError && error.status === 503) {
    return error.message || 'A part of the shop does not answer right now. Please try again in a moment.';
  }
  const words = error instanceof Error ? error.message : '';
  return words || 'Something went wrong. Please try again.';
}
