import { useState } from 'react';
import { useLocation } from 'react-router';
import { type FormSetup, useForm } from '../../forms/use_form';
import { useDelayedNavigation } from '../../navigation/use_delayed_navigation';
import { notifySuccess } from '../../messages/notify';
import type { AccountField } from '../../rules/account';

/** Every field of the account's forms is a text. A form asks for some of them. */
type Values = Readonly<Record<AccountField, string>>;

const empty: Values = { email: '', mobileNumber: '', code: '', password: '', newPassword: '' };

/** What one of the account's forms asks for and what becomes of it. */
export interface AccountForm
  extends Pick<FormSetup<Values>, 'fields' | 'check' | 'refusalOf' | 'refusedFor' | 'onRefusal'> {
  /** Answers what the shop says to it. */
  send: (values: Values) => Promise<string>;
  /** What the shopper reads when the shop says nothing to a success. */
  done: string;
  /** Where a success leads, after two seconds. */
  next: string;
  /** Whether that takes the place of the form, so that Back does not lead to one that is done with. */
  replace?: boolean;
  onSuccess?: () => void;
}

/** A form that is checked, sent once, and left when it succeeded. Passwords are in it, so it is kept nowhere. */
export function useAccountForm({ send, done, next, replace = false, onSuccess, ...setup }: AccountForm) {
  const { fields, check, refusalOf, refusedFor, onRefusal } = setup;
  const [values, setValues] = useState(empty);
  const { leaving, leaveFor } = useDelayedNavigation();
  // Where the shopper is to come back to goes along from step to step, and nothing else does.
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
