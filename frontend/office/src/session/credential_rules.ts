import * as v from 'valibot';

/** The shortest password, the same as in the identity service. */
const LEAST_PASSWORD = 12;

/** A required text. */
export const requiredText = (problem: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(problem));

/** A password at sign-in. Spaces belong to it. */
export const passwordRule = (problem: string) => v.pipe(v.string(), v.nonEmpty(problem));

/** A new password. */
export const newPasswordRule = v.pipe(
  v.string(),
  v.minLength(LEAST_PASSWORD, `Use ${LEAST_PASSWORD} characters or more.`),
);

/** The six digits of an authenticator app; spaces are removed. */
export const codeRule = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Enter the six digits of your authenticator app.'),
);

/** The six digits of an authenticator app, or a recovery code. */
export const signInCodeRule = v.pipe(
  v.string(),
  v.trim(),
  v.transform((typed) => (/^[\d\s]+$/.test(typed) ? typed.replaceAll(/\s/g, '') : typed)),
  v.nonEmpty('Enter the six digits of your authenticator app, or a recovery code.'),
);

/** An email address. */
export const emailRule = v.pipe(v.string(), v.trim(), v.email('Enter an email address.'));

/** The name of a staff member. */
export const nameRule = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(2, 'Enter a name of 2 characters or more.'),
  v.maxLength(60, 'A name has 60 characters at most.'),
);
