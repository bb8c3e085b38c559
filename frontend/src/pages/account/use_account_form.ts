import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../api/errors';
import { useDelayedNavigation } from '../../navigation/use_delayed_navigation';
import { notifyError, notifySuccess } from '../../notify';
import { type Problems, problemsOf } from '../../rules/field_problems';
import { useProblems } from '../../ui/use_problems';

type Values<Field extends string> = Readonly<Record<Field, string>>;

/** What one of the account's forms asks for and what becomes of it. */
export interface AccountForm<Field extends string> {
  fields: readonly Field[];
  check: (values: Values<Field>) => Problems<Field>;
  /** Answers what the shop says to it. */
  send: (values: Values<Field>) => Promise<string>;
  /** What the shopper reads when the shop says nothing to a success. */
  done: string;
  /** What the shopper reads about a failure. */
  failure: (error: unknown) => string;
  /** Where a success leads, after two seconds. */
  next: string;
  onSuccess?: () => void;
  onFailure?: () => void;
}

/** A form that is checked, sent once, and left when it succeeded. Passwords are in it, so it is kept nowhere. */
export function useAccountForm<Field extends string>(form: AccountForm<Field>) {
  const [values, setValues] = useState(() => emptyOf(form.fields));
  const { problems, setProblems } = useProblems(values, form.check);
  const [sending, setSending] = useState(false);
  const { leaving, leaveFor } = useDelayedNavigation();
  // Where the shopper is to come back to goes along from step to step, and nothing else does.
  const { state } = useLocation();

  function setField(field: Field, value: string) {
    setValues((current) => ({ ...current, [field]: value }));
  }

  /** Answers what is wrong with the form, so that the focus can move there. */
  async function submit(): Promise<Problems<Field>> {
    if (sending || leaving) return {};
    const found = form.check(values);
    setProblems(found, values);
    const first = form.fields.find((field) => found[field]);
    if (first) {
      notifyError(found[first] ?? '');
      return found;
    }
    setSending(true);
    try {
      const answer = await form.send(values);
      form.onSuccess?.();
      notifySuccess(answer || form.done);
      leaveFor(form.next, state);
      return {};
    } catch (error) {
      form.onFailure?.();
      notifyError(form.failure(error));
      const refused = problemsOf(form.fields, error instanceof ApiError ? error.fieldErrors : []);
      setProblems(refused, values);
      return refused;
    } finally {
      setSending(false);
    }
  }

  return { values, problems, sending, leaving, setField, submit };
}

function emptyOf<Field extends string>(fields: readonly Field[]): Values<Field> {
  return Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>;
}
