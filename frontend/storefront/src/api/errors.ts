import { ConnectionError, ApiError as RequestError } from 'shared/request/errors';
import { generalWords } from '#words/general';
import type { FieldError, OwnReview, PackLeft, Quote } from './types';

export { ConnectionError, NOT_LOGGED_IN } from 'shared/request/errors';

/** Data of an error response: current prices and packs left of an order, or the current version of a review. */
type RefusalData = { quotes?: readonly Quote[]; left?: readonly PackLeft[] } & Partial<OwnReview>;

/** A response of the shop with an error status. */
export const ApiError = RequestError<RefusalData, FieldError>;
export type ApiError = RequestError<RefusalData, FieldError>;

/** The message for the shopper: the server's, else one for a failed connection, else the general one. */
export function shopperMessage(error: unknown): string {
  if (error instanceof ConnectionError)
    return error.timedOut ? generalWords.timedOut : generalWords.unreachable;
  const message = error instanceof Error ? error.message : '';
  return message || generalWords.somethingWentWrong;
}
