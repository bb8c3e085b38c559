import type { Location } from 'react-router';
import { accountWords } from '#words/account';
import { language } from '#words/language';
import { mobileDigits } from 'shared/rules/mobile_number';
import { logIn, register, requestCode, resetPassword, verifyCode } from '../../api/client';
import { wayBack } from '../../navigation/way_back';
import { type Page, pages } from '../../page_table';
import { paths } from '../../paths';
import {
  type AccountField,
  checkCode,
  checkForgotten,
  checkLogin,
  checkReset,
  checkSignUp,
  codeFields,
  forgottenFields,
  loginFields,
  resetFields,
  signUpFields,
} from '../../rules/account';
import hosts from '../../rules/email_domains.json';
import { setLoginFlag } from '../../stores/login';
import { registrationMessage, serverMessage } from './failure';
import type { AccountForm } from './use_account_form';

const texts = accountWords;
const anyOf = new Intl.ListFormat(language, { type: 'disjunction' });

/** One account form and its texts. */
export interface AccountFormPage extends Omit<AccountForm, 'next'> {
  title: string;
  intro: string;
  hints?: Readonly<Partial<Record<AccountField, string>>>;
  /** True if the password is new. Password managers then suggest one instead of filling one in. */
  isNewAccount?: boolean;
  /** The label of the button, and its label while the form is sent. */
  submit: string;
  submitting: string;
  /** The path after success, and the button's label until then. */
  next: (location: Location) => string;
  leaving: (next: string) => string;
  /** Links to other account pages. */
  links: readonly (readonly [string, string])[];
}

const login: AccountFormPage = {
  title: texts.loginTitle,
  intro: texts.loginIntro,
  fields: loginFields,
  check: checkLogin,
  send: ({ email, password }) => logIn({ email: email.trim(), password }),
  done: texts.loggedIn,
  refusalOf: serverMessage,
  refusedFor: { WRONG_CREDENTIALS: () => texts.wrongLogin },
  onSuccess: () => setLoginFlag(true),
  onRefusal: () => setLoginFlag(false),
  submit: texts.login,
  submitting: texts.loggingIn,
  next: wayBack,
  leaving: (next) => (next === paths.home ? texts.toHome : texts.toWhereYouWere),
  replace: true,
  links: [
    [texts.forgotLink, paths.forgotPassword],
    [texts.signUpLink, paths.signUp],
  ],
};

const signUp: AccountFormPage = {
  title: texts.signUpTitle,
  intro: texts.signUpIntro,
  fields: signUpFields,
  hints: {
    email: texts.emailHint(anyOf.format(hosts)),
    password: texts.passwordHint,
    mobileNumber: texts.mobileHint,
  },
  isNewAccount: true,
  check: checkSignUp,
  send: ({ email, password, mobileNumber }) =>
    register({ email: email.trim(), password, mobileNumber: mobileDigits(mobileNumber) }),
  done: texts.registered,
  refusalOf: registrationMessage,
  refusedFor: { EMAIL_TAKEN: () => texts.emailTaken },
  submit: texts.signUp,
  submitting: texts.signingUp,
  next: () => paths.login,
  leaving: () => texts.toLogin,
  replace: true,
  links: [[texts.loginLink, paths.login]],
};

/** The first step to a new password: a code by mail. */
const forgotPassword: AccountFormPage = {
  title: texts.forgotTitle,
  intro: texts.forgotIntro,
  fields: forgottenFields,
  check: checkForgotten,
  send: ({ email }) => requestCode(email.trim()),
  done: texts.codeSent,
  refusalOf: serverMessage,
  submit: texts.sendCode,
  submitting: texts.sendingCode,
  next: () => paths.verifyCode,
  leaving: () => texts.toCode,
  links: [
    [texts.haveCodeLink, paths.verifyCode],
    [texts.loginLink, paths.login],
  ],
};

/** The second step: the code from the mail. */
const verifyTheCode: AccountFormPage = {
  title: texts.verifyTitle,
  intro: texts.verifyIntro,
  fields: codeFields,
  hints: { code: texts.codeHint },
  check: checkCode,
  send: ({ email, code }) => verifyCode(email.trim(), code.trim()),
  done: texts.codeVerified,
  refusalOf: serverMessage,
  submit: texts.verifyCode,
  submitting: texts.verifyingCode,
  next: () => paths.resetPassword,
  leaving: () => texts.toReset,
  links: [[texts.newCodeLink, paths.forgotPassword]],
};

/** The last step: the new password. */
const choosePassword: AccountFormPage = {
  title: texts.resetTitle,
  intro: texts.resetIntro,
  fields: resetFields,
  hints: { code: texts.codeHint, newPassword: texts.passwordHint },
  check: checkReset,
  send: ({ email, code, newPassword }) =>
    resetPassword({ email: email.trim(), code: code.trim(), newPassword }),
  done: texts.passwordReset,
  refusalOf: serverMessage,
  submit: texts.resetPassword,
  submitting: texts.resettingPassword,
  next: () => paths.login,
  leaving: () => texts.toLogin,
  replace: true,
  links: [[texts.newCodeLink, paths.forgotPassword]],
};

/** The form of each account page. */
export const accountForms: ReadonlyMap<Page, AccountFormPage> = new Map([
  [pages.login, login],
  [pages.signUp, signUp],
  [pages.forgotPassword, forgotPassword],
  [pages.verifyCode, verifyTheCode],
  [pages.resetPassword, choosePassword],
]);
