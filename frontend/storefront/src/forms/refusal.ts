import { language } from '#words/language';
import { type ReasonWords, refusalWords, secretWords } from '#words/refusals';
import { violationWords } from '#words/violations';
import { ApiError } from '../api/errors';
import type { FieldError } from '../api/types';

/** What the shop's services write. */
const SERVED = /^en\b/;

/** What a refusal is called that comes without a code: an older gateway's, or that of a proxy in front of it. */
const CODES: Readonly<Record<number, string>> = {
  401: 'NOT_LOGGED_IN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  429: 'TOO_OFTEN',
  503: 'UNAVAILABLE',
};

/**
 * A refusal as the shopper reads it. In English the services' own words stand; elsewhere what is wrong with a value is put
 * into words by its code, and what names no value by the refusal's, for which a form may have words of its own.
 */
export function inPageLanguage(error: unknown, ownWords: ReasonWords = {}): unknown {
  if (SERVED.test(language) || !(error instanceof ApiError)) return error;
  const fieldErrors = error.fieldErrors.map((violation) => ({ ...violation, message: wordsOf(violation) }));
  // The message repeats what is wrong with one of the fields.
  const repeated = error.fieldErrors.findIndex(({ message }) => message === error.message);
  const message = fieldErrors[repeated]?.message ?? wordsOfReason(error, ownWords) ?? error.message;
  return new ApiError(error.status, message, fieldErrors, error.data, error.reason);
}

/** A newer shop may know more codes than this page: then the status says what it can. */
function wordsOfReason({ status, reason }: ApiError, ownWords: ReasonWords): string | undefined {
  for (const code of [reason.code, CODES[status]]) {
    const words = code && (ownWords[code] ?? refusalWords[code]);
    if (words) return words(reason.params ?? {});
  }
  return undefined;
}

function wordsOf({ field, code, params = {}, message }: FieldError): string {
  if (code === 'WRONG' && secretWords[field]) return secretWords[field];
  // A newer shop may know more codes than this page.
  const words = code && violationWords[code];
  return words?.(params) ?? message;
}
