import { profileWords } from '#words/profile';
import { mobileDigits } from 'shared/rules/mobile_number';
import {
  changeEmail,
  changeMobileNumber,
  changePassword,
  endOtherSessions,
  readDataFile,
  requestEmailChange,
} from '../../api/client';
import type { FormSetup } from '../../forms/use_form';
import {
  type AccountField,
  checkOf,
  emailFields,
  mobileFields,
  newPasswordFields,
} from '../../rules/account';
import { saveFile } from '../../rules/save_file';

const texts = profileWords;

/** The values of all fields. A form uses some of them. */
export type ProfileValues = Readonly<Record<AccountField, string>>;

/** A form with a password or a code that changes the account or downloads its data. */
export interface ProfileChange extends Pick<FormSetup<ProfileValues>, 'fields' | 'check'> {
  title: string;
  text: string;
  submit: string;
  /** Sends the form. Returns the message for the shopper. */
  send: (values: ProfileValues) => Promise<string>;
  /** The next form. */
  next?: ProfileChangeName;
}

export type ProfileChangeName =
  | 'mobileNumber'
  | 'email'
  | 'emailCode'
  | 'password'
  | 'sessions'
  | 'dataPage'
  | 'dataFile';

/** The changes of an account. Each is confirmed by the password or a code. */
export const profileChanges: Readonly<Record<ProfileChangeName, ProfileChange>> = {
  mobileNumber: {
    title: texts.changeMobileTitle,
    text: texts.changeMobileText,
    submit: texts.save,
    fields: mobileFields,
    check: checkOf(mobileFields),
    send: ({ mobileNumber, password }) =>
      changeMobileNumber({ mobileNumber: mobileDigits(mobileNumber), password }),
  },
  email: {
    title: texts.changeEmailTitle,
    text: texts.changeEmailText,
    submit: texts.sendEmailCode,
    fields: emailFields,
    check: checkOf(emailFields),
    send: ({ email, password }) => requestEmailChange({ email: email.trim(), password }),
    next: 'emailCode',
  },
  emailCode: {
    title: texts.emailCodeTitle,
    text: texts.emailCodeText,
    submit: texts.save,
    fields: ['code'],
    check: ({ code }) => (code.trim() ? {} : { code: texts.codeRequired }),
    async send({ code }) {
      await changeEmail(code.trim());
      return texts.emailChanged;
    },
  },
  password: {
    title: texts.changePasswordTitle,
    text: texts.changePasswordText,
    submit: texts.save,
    fields: newPasswordFields,
    check: checkOf(newPasswordFields),
    send: ({ password, newPassword }) => changePassword({ password, newPassword }),
  },
  sessions: {
    title: texts.endSessionsTitle,
    text: texts.endSessionsText,
    submit: texts.endSessions,
    fields: ['password'],
    check: checkOf(['password']),
    send: async ({ password }) => texts.sessionsEnded(await endOtherSessions(password)),
  },
  dataPage: dataFile('html', texts.asPage),
  dataFile: dataFile('json', texts.asFile),
};

/** The download of all data, in one format. */
function dataFile(format: 'html' | 'json', submit: string): ProfileChange {
  return {
    title: texts.downloadTitle,
    text: texts.downloadPasswordText,
    submit,
    fields: ['password'],
    check: checkOf(['password']),
    async send({ password }) {
      saveFile(await readDataFile(format, password), `my-data.${format}`);
      return texts.downloaded;
    },
  };
}
