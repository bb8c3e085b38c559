import { accountWords } from '#words/account';
import { isEmailOfKnownHost } from './email';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber } from 'shared/rules/mobile_number';

/** The minimum length of a password, in characters. */
const MIN_PASSWORD = 6;

const texts = accountWords.rules;

/** The fields of each form in their order, named as in the payloads. */
export const loginFields = ['email', 'password'] as const;
export const signUpFields = ['email', 'password', 'mobileNumber'] as const;
export const forgottenFields = ['email'] as const;
export const codeFields = ['email', 'code'] as const;
export const resetFields = ['email', 'code', 'newPassword'] as const;
export const mobileFields = ['mobileNumber', 'password'] as const;
export const emailFields = ['email', 'password'] as const;
export const newPasswordFields = ['password', 'newPassword'] as const;

type Values<Field extends string> = Readonly<Record<Field, string>>;
type LoginField = (typeof loginFields)[number];
type SignUpField = (typeof signUpFields)[number];
type CodeField = (typeof codeFields)[number];
type ResetField = (typeof resetFields)[number];

/** All fields of the forms for login, registration and password recovery. */
export type AccountField = SignUpField | CodeField | ResetField;

const checks: Record<SignUpField, (value: string) => string | undefined> = {
  email: (email) => (isEmailOfKnownHost(email.trim()) ? undefined : texts.emailInvalid),
  // Counts code points as the server does: an emoji is one.
  password: (password) => ([...password].length >= MIN_PASSWORD ? undefined : texts.passwordShort),
  mobileNumber: (number) => (isMobileNumber(number) ? undefined : texts.mobileInvalid),
};

/** Finds the problems of a login. */
export function checkLogin(values: Values<LoginField>): Problems<LoginField> {
  return findProblems(loginFields, (field) => checks[field](values[field]));
}

/** Finds the problems of a new account. */
export function checkSignUp(values: Values<SignUpField>): Problems<SignUpField> {
  return findProblems(signUpFields, (field) => checks[field](values[field]));
}

/** Creates a check of some account fields, in the order of the form. */
export function checkOf<F extends SignUpField | 'newPassword'>(fields: readonly F[]) {
  return (values: Values<F>): Problems<F> =>
    findProblems(fields, (field) => checkValue(field, values[field]));
}

function checkValue(field: SignUpField | 'newPassword', value: string): string | undefined {
  return checks[field === 'newPassword' ? 'password' : field](value);
}

/** Finds the problems of the address that a code is requested for. */
export function checkForgotten({ email }: Values<'email'>): Problems<'email'> {
  return findProblems(forgottenFields, () => checks.email(email));
}

/** Finds the problems of a code to verify. The server checks the address. */
export function checkCode({ code }: Values<CodeField>): Problems<CodeField> {
  return code.trim() ? {} : { code: texts.codeRequired };
}

/** Finds the problems of a new password and its code. */
export function checkReset(values: Values<ResetField>): Problems<ResetField> {
  const missing = findProblems(resetFields, (field) =>
    values[field].trim() ? undefined : texts.fieldsRequired,
  );
  if (Object.keys(missing).length > 0) return missing;
  return isEmailOfKnownHost(values.email.trim()) ? {} : { email: texts.resetEmailInvalid };
}
