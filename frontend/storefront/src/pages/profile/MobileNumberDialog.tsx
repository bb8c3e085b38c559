import { useState } from 'react';
import { profileWords } from '#words/profile';
import { mobileDigits } from 'shared/rules/mobile_number';
import { Field } from 'shared/ui/Field';
import { PasswordField } from 'shared/ui/PasswordField';
import { changeMobileNumber } from '../../api/client';
import { shopperMessage } from '../../api/errors';
import { useForm } from '../../forms/use_form';
import { notifySuccess } from '../../messages/notify';
import { checkMobileChange, mobileFields } from '../../rules/account';
import { ownAccount } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { FormDialog } from '../../ui/FormDialog';
import { noticeLogout } from './notice_logout';

const texts = profileWords;

/** Where the account's mobile number is changed; the password shows that it is the shopper. */
export function MobileNumberDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [values, setValues] = useState({ mobileNumber: '', password: '' });
  const { control, ...form } = useForm({
    fields: mobileFields,
    values,
    setField: (field, value) => setValues((typed) => ({ ...typed, [field]: value })),
    check: checkMobileChange,
    async send({ mobileNumber, password }) {
      const said = await changeMobileNumber({ mobileNumber: mobileDigits(mobileNumber), password });
      await ownAccount.load(ALL).catch(() => {});
      notifySuccess(said);
      onClose();
    },
    refusalOf: shopperMessage,
    onRefusal: noticeLogout,
  });
  return (
    <FormDialog
      open={open}
      title={texts.changeMobileTitle}
      text={texts.changeMobileText}
      form={form}
      keep={texts.cancel}
      submit={texts.save}
      submitting={texts.saving}
      onClose={onClose}
    >
      <Field
        {...control('mobileNumber')}
        label={texts.newMobile}
        hint={texts.newMobileHint}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        autoFocusInDialog
      />
      <PasswordField
        {...control('password')}
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
