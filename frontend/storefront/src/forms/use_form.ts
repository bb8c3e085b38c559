import type { ReasonWords } from '#words/refusals';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api/errors';
import { notifyError } from '../notify';
import { type Problems, problemsOf } from '../rules/field_problems';
import type { Refused } from './FormRefusal';
import { inPageLanguage } from './refusal';
import { useProblems } from './use_problems';

export type Values<Field extends string> = Readonly<Record<Field, string>>;

/** What a form asks for and what becomes of it. Where its values are kept is its own: some outlive the page. */
export interface FormSetup<Field extends string> {
  /** In the order of the form, which is the order in which they are checked. */
  fields: readonly Field[];
  values: Values<Field>;
  setField: (field: Field, value: string) => void;
  check: (values: Values<Field>) => Problems<Field>;
  /** Sends values that have no problem; what it throws is a refusal. */
  send: (values: Values<Field>) => Promise<void>;
  /** What the shopper reads about a refusal. */
  refusalOf: (error: unknown) => string;
  /** What refusals with these codes mean here, for pages in another language than the shop's services. */
  refusedFor?: ReasonWords;
  /** What else a refusal leads to. */
  onRefusal?: (error: unknown) => void;
  /** What the shopper reads about broken rules: of the first, unless told otherwise. */
  wordsOf?: (broken: readonly string[]) => string | undefined;
  notify?: (message: string) => void;
  /** The shopper is about to be led elsewhere, so nothing more is sent. */
  leaving?: boolean;
}

/**
 * A form that is checked and sent once at a time. What is wrong, by its rules or by the server, is told, stands beside its
 * field and gets the focus.
 */
export function useForm<Field extends string>(setup: FormSetup<Field>) {
  const { fields, values, notify = notifyError, wordsOf = ([first]) => first } = setup;
  const { problems, setProblems } = useProblems(values, setup.check);
  const [refusal, setRefusal] = useState<Refused>();
  const [sending, setSending] = useState(false);
  const running = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (running.current || setup.leaving) return;
    const found = await submit();
    const first = fields.find((field) => found[field]);
    const control = first && form.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  async function submit(): Promise<Problems<Field>> {
    const found = setup.check(values);
    setProblems(found, values);
    setRefusal(undefined);
    const words = wordsOf(fields.flatMap((field) => found[field] ?? []));
    if (words) {
      notify(words);
      return found;
    }
    running.current = true;
    setSending(true);
    try {
      await setup.send(values);
      return {};
    } catch (error) {
      return refuse(error);
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  function refuse(thrown: unknown): Problems<Field> {
    const error = inPageLanguage(thrown, setup.refusedFor);
    const found = problemsOf(fields, error instanceof ApiError ? error.fieldErrors : []);
    const words = setup.refusalOf(error);
    setProblems(found, values);
    setRefusal({ words, takesFocus: Object.keys(found).length === 0 });
    notify(words);
    setup.onRefusal?.(error);
    return found;
  }

  /** What a field's control is given. */
  const control = (name: Field) => ({
    name,
    value: values[name],
    problem: problems[name],
    readOnly: sending,
    onChange: (value: string) => setup.setField(name, value),
  });

  return { control, onSubmit, refusal, sending };
}
