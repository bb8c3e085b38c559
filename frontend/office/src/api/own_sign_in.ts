// Calls by which staff change their own sign-in: a forgotten or new password, recovery codes, another phone.
import { sending } from 'shared/request/body';
import { command, own, request } from './request';
import type { components } from './schema.gen';
import type { Me } from './types';

type Schemas = components['schemas'];

/** Mails a code for a new password if the address belongs to a staff member. */
export const requestPasswordCode = (email: string): Promise<void> =>
  command('POST session/password-code', sending({ email }));

/** Resets a forgotten password and starts a session. */
export const resetPassword = (reset: Schemas['ForgottenPassword']): Promise<Me> =>
  request('POST session/password-reset', sending(reset));

/** Reads the number of recovery codes that are left. */
export const readOwnSignIn = (): Promise<Schemas['OwnSignIn']> => request('GET session/sign-in', own);

/** Changes the password. */
export const changeOwnPassword = (newPassword: string): Promise<void> =>
  command('PUT session/password', sending({ newPassword }));

/** Replaces all recovery codes by ten new ones. */
export const renewRecoveryCodes = async (): Promise<string[]> =>
  (await request('POST session/recovery-codes', sending({}))).recoveryCodes;

/** Reads the authenticator key for a new phone. */
export const readNewPhone = (): Promise<Schemas['NewPhone']> => request('GET session/phone', own);

/** Switches the authenticator to the new phone. */
export const changePhone = (change: Schemas['PhoneChange']): Promise<void> =>
  command('PUT session/phone', sending(change));
