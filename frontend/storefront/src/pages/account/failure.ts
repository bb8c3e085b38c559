import { ApiError } from '../../api/errors';
import { accountWords } from '#words/account';
import { generalWords } from '#words/general';

/** The server's words about a failure, or the general ones. */
export function serverMessage(error: unknown): string {
  const message = error instanceof ApiError ? error.message : '';
  return message || generalWords.somethingWentWrong;
}

/** The same for registration, whose failures without the server's words have words of their own. */
export function registrationMessage(error: unknown): string {
  const message = error instanceof ApiError ? error.message : '';
  return message || accountWords.noServer;
}
