import { ApiError } from '../../api/errors';
import { accountWords } from '#words/account';
import { generalWords } from '#words/general';

/** The server's message for a failure, or the general one. */
export function serverMessage(error: unknown): string {
  const message = error instanceof ApiError ? error.message : '';
  return message || generalWords.somethingWentWrong;
}

/** The server's message for a failed registration, or the one for registration. */
export function registrationMessage(error: unknown): string {
  const message = error instanceof ApiError ? error.message : '';
  return message || accountWords.noServer;
}
