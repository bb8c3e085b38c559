import { useState } from 'react';
import { profileWords } from '#words/profile';
import { Field } from 'shared/ui/Field';
import { PasswordField } from 'shared/ui/PasswordField';
import { shopperMessage } from '../../api/errors';
import { useForm } from '../../forms/use_form';
import { notifySuccess } from '../../messages/notify';
import type { AccountField } from '../../rules/account';
import { FormDialog } from '../../ui/FormDialog';
import { noticeLogout } from '../../stores/notice_logout';
import { type ProfileChangeName, profileChanges, type ProfileValues } from './profile_changes';

const texts = profileWords;

const inputs = {
  email: { label: texts.newEmail, type: 'email', inputMode: 'email', autoComplete: 'email' },
  mobileNumber: {
    label: texts.newMobile,
    hint: texts.newMobileHint,
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
  },
  code: {
    label: texts.code,
    hint: texts.codeHint,
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  password: { label: texts.password, hint: texts.passwordHint, autoComplete: 'current-password' },
  newPassword: { label: texts.newPassword, hint: texts.newPasswordHint, autoComplete: 'new-password' },
} as const satisfies Record<AccountField, object>;

const empty: ProfileValues = { email: '', mobileNumber: '', code: '', password: '', newPassword: '' };

interface ChangeDialogProps {
  name: ProfileChangeName;
  open: boolean;
  /** Called after the change, with the name of the next step if there is one. */
  onChanged: (next: ProfileChangeName | undefined) => void;
  onClose: () => void;
}

/** The dialog to change account data. It has passwords, so typed values are dropped when it closes. */
export function ChangeDialog({ name, open, onChanged, onClose }: ChangeDialogProps) {
  const { title, text, submit, fields, check, send, next } = profileChanges[name];
  const [values, setValues] = useState(empty);
  const { control, ...form } = useForm({
    fields,
    check,
    values,
    setField: (field, value) => setValues((typed) => ({ ...typed, [field]: value })),
    async send(typed) {
      notifySuccess(await send(typed));
      onChanged(next);
    },
    refusalOf: shopperMessage,
    onRefusal: noticeLogout,
  });
  return (
    <FormDialog
      open={open}
      title={title}
      text={text}
      form={form}
      keep={texts.cancel}
      submit={submit}
      submitting={texts.sending}
      onClose={onClose}
    >
      {fields.map((field, place) => {
        const input = inputs[field];
        if (!('type' in input)) return <PasswordField key={field} {...control(field)} {...input} />;
        return <Field key={field} {...control(field)} {...input} autoFocusInDialog={place === 0} />;
      })}
    </FormDialog>
  );
}
