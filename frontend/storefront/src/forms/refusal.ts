import { language } from '#words/language';
import { type ReasonWords, refusalWords, secretWords } from '#words/refusals';
import { violationWords } from '#words/violations';
import { ApiError } from '../api/errors';
import type { FieldError } from '../api/types';

/** The language of the services' messages. */
const SERVED = /^en\b/;

/** Codes for errors without a code, from an older gateway or a proxy in front of it. */
const CODES: Readonly<Record<number, string>> = {
  401: 'NOT_LOGGED_IN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  429: 'TOO_OFTEN',
  503: 'UNAVAILABLE',
};

/**
 * Translates an error for the shopper. In English the services' messages are kept. In other languages, field errors are translated by their
 * code, and other errors by the error's code, for which a form may have its own texts.
 */
export function inPageLanguage(error: unknown, ownWords: ReasonWords = {}): unknown {
  if (SERVED.test(language) || !(error instanceof ApiError)) return error;
  const fieldErrors = error.fieldErrors.map((violation) => ({ ...violation, message: wordsOf(violation) }));
  // The message repeats one of the field errors.
  const repeated = error.fieldErrors.findIndex(({ message }) => message === error.message);
  const message = fieldErrors[repeated]?.message ?? wordsOfReason(error, ownWords) ?? error.message;
  return new ApiError(error.status, message, fieldErrors, error.data, error.reason);
}

/** A newer shop may send unknown codes. Then the status decides. */
function wordsOfReason({ status, reason }: ApiError, ownWords: ReasonWords): string | undefined {
  for (const code of [reason.code, CODES[status]]) {
    const words = code && (ownWords[code] ?? refusalWords[code]);
    if (words) return words(reason.params ?? {});
  }
  return undefined;
}

function wordsOf({ field, code, params = {}, message }: FieldError): string {
  if (code === 'WRONG' && secretWords[field]) return secretWords[field];
  // A newer shop may send unknown codes.
  const words = code && violationWords[code];
  return words?.(params) ?? message;
}
