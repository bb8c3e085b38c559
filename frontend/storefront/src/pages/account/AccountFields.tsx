import { Field } from 'shared/ui/Field';
import { PasswordField } from 'shared/ui/PasswordField';
import { accountWords } from '#words/account';
import type { AccountField } from '../../rules/account';
import type { AccountFormPage } from './account_forms';
import type { useAccountForm } from './use_account_form';

const texts = accountWords;

/** The label, keyboard and password manager settings of each field. */
const inputs = {
  email: { label: texts.email, type: 'email', inputMode: 'email', autoComplete: 'username' },
  mobileNumber: {
    label: texts.mobileNumber,
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
  },
  code: { label: texts.code, type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' },
  password: { label: texts.password, autoComplete: 'current-password' },
  newPassword: { label: texts.newPassword, autoComplete: 'new-password' },
} as const satisfies Record<AccountField, object>;

interface AccountFieldsProps {
  page: AccountFormPage;
  state: ReturnType<typeof useAccountForm>;
}

/** All fields of one account form, in its order. */
export function AccountFields({ page, state: { control, sending, leaving } }: AccountFieldsProps) {
  return page.fields.map((field) => {
    const setup = { ...control(field), hint: page.hints?.[field], readOnly: sending || leaving };
    const input = inputs[field];
    if ('type' in input) return <Field key={field} {...setup} {...input} />;
    const autoComplete = page.isNewAccount ? 'new-password' : input.autoComplete;
    return <PasswordField key={field} {...setup} label={input.label} autoComplete={autoComplete} />;
  });
}
