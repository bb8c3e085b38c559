import { type FormEvent, useCallback, useRef, useState } from 'react';
import { ApiError } from '../request/errors';
import type { Refused } from './FormRefusal';
import type { FieldOf, Place } from './place';
import { inOrder, type Problems, problemsOf } from './problems';
import { useProblems } from './use_problems';

/**
 * What a form asks for and what becomes of it. `Values` has a type for each field: a text, a number, a list, a list of rows. Where
 * they are kept is the form's own: some outlive the page.
 */
export interface FormSetup<Values extends object> {
  /** In the order of the form, which is the order in which they are checked. */
  fields: readonly FieldOf<Values>[];
  /** Those that may stay empty. */
  optional?: readonly FieldOf<Values>[];
  values: Values;
  setField: <Field extends FieldOf<Values>>(field: Field, value: Values[Field]) => void;
  check: (values: Values) => Problems<Place<Values>>;
  /** Sends values that have no problem; what it throws is a refusal. */
  send: (values: Values) => Promise<void>;
  /** Puts a refusal into words of the page's language, where the server's are in another one. */
  translate?: (error: unknown) => unknown;
  /** What the user is told about a refusal. */
  refusalOf: (error: unknown) => string;
  /** What else a refusal leads to. */
  onRefusal?: (error: unknown) => void;
  /** What the user is told about broken rules: of the first, unless told otherwise. */
  wordsOf?: (broken: readonly string[]) => string | undefined;
  notify: (message: string) => void;
  /** Called as the user tries: what an earlier try was told no longer holds. */
  onTry?: () => void;
  /** The user is about to be led elsewhere, so nothing more is sent. */
  leaving?: boolean;
}

/** What the control of a value is given. */
export interface Control<Name extends string, Value> {
  name: Name;
  value: Value;
  problem: string | undefined;
  required: boolean;
  readOnly: boolean;
  onChange: (value: Value) => void;
}

/**
 * A form that is checked and sent once at a time. What is wrong, by its rules or by the server, is told, stands beside its
 * field and gets the focus.
 */
export function useForm<Values extends object>(setup: FormSetup<Values>) {
  const { fields, optional = [], values, notify, wordsOf = ([first]) => first } = setup;
  const { problems, setProblems } = useProblems(values, setup.check);
  const [refusal, setRefusal] = useState<Refused>();
  const [sending, setSending] = useState(false);
  const running = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (running.current || setup.leaving) return;
    const [first] = inOrder(fields, await submit());
    const control = first && form.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  async function submit(): Promise<Problems<Place<Values>>> {
    setup.onTry?.();
    const found = setup.check(values);
    setProblems(found, values);
    setRefusal(undefined);
    const words = wordsOf(inOrder(fields, found).flatMap((place) => found[place] ?? []));
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

  function refuse(thrown: unknown): Problems<Place<Values>> {
    const error = setup.translate ? setup.translate(thrown) : thrown;
    const found = problemsOf<Place<Values>>(fields, error instanceof ApiError ? error.fieldErrors : []);
    const words = setup.refusalOf(error);
    setProblems(found, values);
    setRefusal({ words, takesFocus: Object.keys(found).length === 0 });
    notify(words);
    setup.onRefusal?.(error);
    return found;
  }

  /** What a field's control is given. */
  const control = <Field extends FieldOf<Values>>(name: Field): Control<Field, Values[Field]> => ({
    name,
    value: values[name],
    problem: problemAt(name as unknown as Place<Values>),
    required: !optional.includes(name),
    readOnly: sending,
    onChange: (value) => setup.setField(name, value),
  });

  /** What is wrong at a place, such as `lines[0].quantity`. */
  const problemAt = (place: Place<Values>): string | undefined => problems[place];

  /** Forgets why the form was refused, as when it is closed. */
  const forgetRefusal = useCallback(() => setRefusal(undefined), []);

  return { control, problemAt, onSubmit, refusal, forgetRefusal, sending };
}
