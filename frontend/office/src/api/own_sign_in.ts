// Calls by which staff change their own sign-in: a forgotten or new password, recovery codes, another phone.
import { sending } from 'shared/request/body';
import { command, own, request } from './request';
import type { components } from './schema.gen';
import type { Me } from './types';

type Schemas = components['schemas'];

/** Mails a code for a new password when the address belongs to a member of staff. */
export const requestPasswordCode = (email: string): Promise<void> =>
  command('POST session/password-code', sending({ email }));

/** Sets a forgotten password anew, and begins a session. */
export const resetPassword = (reset: Schemas['ForgottenPassword']): Promise<Me> =>
  request('POST session/password-reset', sending(reset));

/** How many recovery codes are left. */
export const readOwnSignIn = (): Promise<Schemas['OwnSignIn']> => request('GET session/sign-in', own);

/** Sets another password. */
export const changeOwnPassword = (newPassword: string): Promise<void> =>
  command('PUT session/password', sending({ newPassword }));

/** Ten recovery codes in the place of those that there were. */
export const renewRecoveryCodes = async (): Promise<string[]> =>
  (await request('POST session/recovery-codes', sending({}))).recoveryCodes;

/** The key for a new phone. */
export const readNewPhone = (): Promise<Schemas['NewPhone']> => request('GET session/phone', own);

/** Has the codes of a new phone count. */
export const changePhone = (change: Schemas['PhoneChange']): Promise<void> =>
  command('PUT session/phone', sending(change));
