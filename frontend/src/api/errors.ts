import { messages } from '../messages';
import type { FieldError } from './types';

/** An answer other than success. `message` is the server's, or empty when it sent none. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fieldErrors: readonly FieldError[] = [],
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** What the shopper reads: the server's message, else the error's own, else the general one. */
export function shopperMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message || messages.general.somethingWentWrong;
}
