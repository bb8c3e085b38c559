import * as v from 'valibot';

/** Characters of a password at least, as identity has it. */
const LEAST_PASSWORD = 12;

/** A text that may not stay empty. */
export const requiredText = (problem: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(problem));

/** A password is taken as it is typed: spaces belong to it. */
export const passwordRule = (problem: string) => v.pipe(v.string(), v.nonEmpty(problem));

/** A password that is chosen anew. */
export const newPasswordRule = v.pipe(
  v.string(),
  v.minLength(LEAST_PASSWORD, `Take ${LEAST_PASSWORD} characters or more.`),
);

/** The six digits of an authenticator app, however they are grouped. */
export const codeRule = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Enter the six digits of your authenticator app.'),
);

/** The same, or one of the recovery codes. */
export const signInCodeRule = v.pipe(
  v.string(),
  v.trim(),
  v.transform((typed) => (/^[\d\s]+$/.test(typed) ? typed.replaceAll(/\s/g, '') : typed)),
  v.nonEmpty('Enter the six digits of your authenticator app, or a recovery code.'),
);

/** An address to which mails go. */
export const emailRule = v.pipe(v.string(), v.trim(), v.email('Enter an e-mail address.'));

/** What colleagues call somebody. */
export const nameRule = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(2, 'Enter a name of 2 characters or more.'),
  v.maxLength(60, 'A name has 60 characters at most.'),
);
