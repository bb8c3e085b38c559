import { generalWords } from '#words/general';
import type { FieldError, OwnReview, PackLeft, Quote } from './types';

/** The status of an answer to whoever has to log in first. */
export const NOT_LOGGED_IN = 401;

/**
 * An answer other than success. `message` is the server's, or empty when it sent none; `data` what came with it; `reason` says
 * why to programs, and in how many seconds another try makes sense where it does.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fieldErrors: readonly FieldError[] = [],
    readonly data: { quotes?: readonly Quote[]; left?: readonly PackLeft[] } & Partial<OwnReview> = {},
    readonly reason: { code?: string; params?: Readonly<Record<string, number>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** No answer at all. `message` says whether the shop is out of reach or too slow. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
    super(timedOut ? generalWords.timedOut : generalWords.unreachable, { cause });
    this.name = 'ConnectionError';
  }
}

/** What the shopper reads: the server's message, else the error's own, else the general one. */
export function shopperMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message || generalWords.somethingWentWrong;
}
