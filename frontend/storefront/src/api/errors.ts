import { ConnectionError, ApiError as RequestError } from 'shared/request/errors';
import { generalWords } from '#words/general';
import type { FieldError, OwnReview, PackLeft, Quote } from './types';

export { ConnectionError, NOT_LOGGED_IN } from 'shared/request/errors';

/** What the shop sends with a refusal: how an order can be had, or the review that stands in the way. */
type RefusalData = { quotes?: readonly Quote[]; left?: readonly PackLeft[] } & Partial<OwnReview>;

/** An answer of the shop other than success. */
export const ApiError = RequestError<RefusalData, FieldError>;
export type ApiError = RequestError<RefusalData, FieldError>;

/** What the shopper reads: the server's message, else what is said of no answer, else the general words. */
export function shopperMessage(error: unknown): string {
  if (error instanceof ConnectionError)
    return error.timedOut ? generalWords.timedOut : generalWords.unreachable;
  const message = error instanceof Error ? error.message : '';
  return message || generalWords.somethingWentWrong;
}
