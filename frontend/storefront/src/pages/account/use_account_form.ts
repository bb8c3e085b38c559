import { useState } from 'react';
import { useLocation } from 'react-router';
import { type FormSetup, useForm } from '../../forms/use_form';
import { useDelayedNavigation } from '../../navigation/use_delayed_navigation';
import { notifySuccess } from '../../messages/notify';
import type { AccountField } from '../../rules/account';

/** The values of all account fields. A form uses some of them. */
type Values = Readonly<Record<AccountField, string>>;

const empty: Values = { email: '', mobileNumber: '', code: '', password: '', newPassword: '' };

/** The fields, the request and the outcome of an account form. */
export interface AccountForm
  extends Pick<FormSetup<Values>, 'fields' | 'check' | 'refusalOf' | 'refusedFor' | 'onRefusal'> {
  /** Sends the form. Returns the shop's message. */
  send: (values: Values) => Promise<string>;
  /** The success message if the shop sends none. */
  done: string;
  /** The path after success, which opens after two seconds. */
  next: string;
  /** True if that page replaces the form in the history, so that Back skips it. */
  replace?: boolean;
  onSuccess?: () => void;
}

/** A form that is checked, sent once, and left after success. It is stored nowhere, because it has passwords. */
export function useAccountForm({ send, done, next, replace = false, onSuccess, ...setup }: AccountForm) {
  const { fields, check, refusalOf, refusedFor, onRefusal } = setup;
  const [values, setValues] = useState(empty);
  const { leaving, leaveFor } = useDelayedNavigation();
  // Only the way back is passed from step to step.
  const { state } = useLocation();

  const form = useForm({
    fields,
    check,
    refusalOf,
    refusedFor,
    onRefusal,
    values,
    setField: (field, value) => setValues((current) => ({ ...current, [field]: value })),
    async send(typed) {
      const answer = await send(typed);
      onSuccess?.();
      notifySuccess(answer || done);
      leaveFor(next, { state, replace });
    },
    leaving,
  });
  return { ...form, leaving };
}
