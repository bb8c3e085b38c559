import type { ReactNode } from 'react';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import form from 'shared/ui/form.module.css';
import { PasswordField } from 'shared/ui/PasswordField';
import { accountWords } from '#words/account';
import type { AccountForm, useAccountForm } from './use_account_form';

const texts = accountWords;

/** How each field of the account's forms looks to shoppers, their keyboards and their password managers. */
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
} as const;

export type AccountField = keyof typeof inputs;

interface AccountFormCardProps<F extends AccountField> {
  fields: AccountForm<F>['fields'];
  state: ReturnType<typeof useAccountForm<F>>;
  hints?: Partial<Record<F, string>>;
  /** The password of a new account is one to remember, not to fill in. */
  isNewAccount?: boolean;
  submit: string;
  submitting: string;
  /** What the button says while a success is read. */
  leaving: string;
  children?: ReactNode;
}

/** One of the account's forms, with every field in its order and the links that belong to it. */
export function AccountFormCard<F extends AccountField>(props: AccountFormCardProps<F>) {
  const { fields, state, hints = {} as Partial<Record<F, string>>, isNewAccount = false, children } = props;
  const { control, onSubmit, sending, leaving } = state;

  return (
    <form className={form.card} method="post" noValidate onSubmit={onSubmit}>
      {fields.map((field) => {
        const setup = { ...control(field), hint: hints[field], readOnly: sending || leaving };
        const input = inputs[field];
        if ('type' in input) return <Field key={field} {...setup} {...input} />;
        const autoComplete = isNewAccount ? 'new-password' : input.autoComplete;
        return <PasswordField key={field} {...setup} label={input.label} autoComplete={autoComplete} />;
      })}
      <button type="submit" className={button.primary} aria-disabled={sending || leaving || undefined}>
        {leaving ? props.leaving : sending ? props.submitting : props.submit}
      </button>
      {children}
    </form>
  );
}
