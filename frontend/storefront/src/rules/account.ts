import { accountWords } from '#words/account';
import { isEmailOfKnownHost } from './email';
import { findProblems, type Problems } from 'shared/forms/problems';
import { isMobileNumber } from 'shared/rules/mobile_number';

/** Characters a password has at least. */
const MIN_PASSWORD = 6;

const texts = accountWords.rules;

/** The fields of each form, in its order. Named as the payloads name them. */
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

/** What the forms of login, registration and password recovery ask for. */
export type AccountField = SignUpField | CodeField | ResetField;

const checks: Record<SignUpField, (value: string) => string | undefined> = {
  email: (email) => (isEmailOfKnownHost(email.trim()) ? undefined : texts.emailInvalid),
  // Letters are counted as the server counts them: an emoji is one.
  password: (password) => ([...password].length >= MIN_PASSWORD ? undefined : texts.passwordShort),
  mobileNumber: (number) => (isMobileNumber(number) ? undefined : texts.mobileInvalid),
};

/** What is wrong with a login. */
export function checkLogin(values: Values<LoginField>): Problems<LoginField> {
  return findProblems(loginFields, (field) => checks[field](values[field]));
}

/** What is wrong with a new account. */
export function checkSignUp(values: Values<SignUpField>): Problems<SignUpField> {
  return findProblems(signUpFields, (field) => checks[field](values[field]));
}

/** What is wrong with some of what an account is asked for, in the order of the form. */
export function checkOf<F extends SignUpField | 'newPassword'>(fields: readonly F[]) {
  return (values: Values<F>): Problems<F> =>
    findProblems(fields, (field) => checkValue(field, values[field]));
}

function checkValue(field: SignUpField | 'newPassword', value: string): string | undefined {
  return checks[field === 'newPassword' ? 'password' : field](value);
}

/** What is wrong with the address a code is asked for. */
export function checkForgotten({ email }: Values<'email'>): Problems<'email'> {
  return findProblems(forgottenFields, () => checks.email(email));
}

/** What is wrong with a code to verify; the address is for the server to judge. */
export function checkCode({ code }: Values<CodeField>): Problems<CodeField> {
  return code.trim() ? {} : { code: texts.codeRequired };
}

/** What is wrong with a new password and the code that allows it. */
export function checkReset(values: Values<ResetField>): Problems<ResetField> {
  const missing = findProblems(resetFields, (field) =>
    values[field].trim() ? undefined : texts.fieldsRequired,
  );
  if (Object.keys(missing).length > 0) return missing;
  return isEmailOfKnownHost(values.email.trim()) ? {} : { email: texts.resetEmailInvalid };
}
