import { language } from '#words/language';
import { refusalWords, violationWords } from '#words/violations';
import { ApiError } from '../api/errors';
import type { FieldError } from '../api/types';

/** What the shop's services write. */
const SERVED = /^en\b/;
const TOO_MANY = 429;

/**
 * A refusal as the shopper reads it. In English the services' own words stand; elsewhere what is wrong with a value is put
 * into words by its code. What has no code, or one that is new, stays as they said it.
 */
export function inPageLanguage(error: unknown): unknown {
  if (SERVED.test(language) || !(error instanceof ApiError)) return error;
  const fieldErrors = error.fieldErrors.map((violation) => ({ ...violation, message: wordsOf(violation) }));
  // The message repeats what is wrong with one of the fields.
  const repeated = error.fieldErrors.findIndex(({ message }) => message === error.message);
  const message = fieldErrors[repeated]?.message ?? wordsOfAll(error) ?? error.message;
  return new ApiError(error.status, message, fieldErrors, error.data);
}

/** What names no field has no code yet; what came with it, or its status, tells as much. */
function wordsOfAll({ status, data: { left, quotes } }: ApiError): string | undefined {
  if (left?.length) return refusalWords.tooFew;
  if (quotes?.length) return refusalWords.otherPrices;
  return status === TOO_MANY ? refusalWords.tooOften : undefined;
}

function wordsOf({ code, params = {}, message }: FieldError): string {
  // A newer shop may know more codes than this page.
  const words = code && violationWords[code];
  return words?.(params) ?? message;
}
