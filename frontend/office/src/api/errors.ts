import { ConnectionError, ApiError as RequestError } from 'shared/request/errors';
import type { Order } from './types';

export { ConnectionError } from 'shared/request/errors';

/** An error response of the gateway. A conflict about an order contains the current order. */
export const ApiError = RequestError<Partial<Order>>;
export type ApiError = RequestError<Partial<Order>>;

/** Returns true if the caller has no session, or the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Returns true if a retry may succeed soon. */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
}

/** Returns the current order from a version conflict, or undefined for any other error. */
export const orderInConflict = (error: unknown) => inConflict<Order>(error, 'orderNumber');

/** Returns the data of a conflict if it has the property `part`. */
function inConflict<Present extends object>(error: unknown, part: keyof Present): Present | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return part in error.data ? (error.data as Present) : undefined;
}

/** Returns the machine-readable code of an error response, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.reason.code : undefined;
}

/** Returns the text of an error that staff read. */
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
