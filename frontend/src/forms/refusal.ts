import { language } from '#words/language';
import { changedWords, refusalWords, secretWords } from '#words/refusals';
import { violationWords } from '#words/violations';
import { ApiError } from '../api/errors';
import type { FieldError } from '../api/types';

/** What the shop's services write. */
const SERVED = /^en\b/;

/**
 * A refusal as the shopper reads it. In English the services' own words stand; elsewhere what is wrong with a value is put
 * into words by its code, and what names no value by the answer's status, for which a form may have words of its own.
 */
export function inPageLanguage(error: unknown, ownWords: Readonly<Record<number, string>> = {}): unknown {
  if (SERVED.test(language) || !(error instanceof ApiError)) return error;
  const fieldErrors = error.fieldErrors.map((violation) => ({ ...violation, message: wordsOf(violation) }));
  // The message repeats what is wrong with one of the fields.
  const repeated = error.fieldErrors.findIndex(({ message }) => message === error.message);
  const byStatus = ownWords[error.status] ?? refusalWords[error.status];
  const message = fieldErrors[repeated]?.message ?? wordsOfChange(error) ?? byStatus ?? error.message;
  return new ApiError(error.status, message, fieldErrors, error.data);
}

/** What names no field, and comes with what is left or with today's prices. */
function wordsOfChange({ data: { left, quotes } }: ApiError): string | undefined {
  if (left?.length) return changedWords.tooFew;
  return quotes?.length ? changedWords.otherPrices : undefined;
}

function wordsOf({ field, code, params = {}, message }: FieldError): string {
  if (code === 'UNKNOWN' && secretWords[field]) return secretWords[field];
  // A newer shop may know more codes than this page.
  const words = code && violationWords[code];
  return words?.(params) ?? message;
}
