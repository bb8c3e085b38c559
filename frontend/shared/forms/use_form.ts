import { type FormEvent, useCallback, useRef, useState } from 'react';
import { ApiError } from '../request/errors';
import type { Refused } from './FormRefusal';
import type { FieldOf, Place } from './place';
import { inOrder, type Problems, problemsOf } from './problems';
import { useProblems } from './use_problems';

/**
 * The setup of a form. `Values` has a type for each field: a text, a number, a list, a list of rows. The form stores its values itself,
 * because some outlive the page.
 */
export interface FormSetup<Values extends object> {
  /** The fields in the order of the form, in which they are checked. */
  fields: readonly FieldOf<Values>[];
  /** The fields that may stay empty. */
  optional?: readonly FieldOf<Values>[];
  values: Values;
  setField: <Field extends FieldOf<Values>>(field: Field, value: Values[Field]) => void;
  check: (values: Values) => Problems<Place<Values>>;
  /** Sends values without problems. An error that it throws is shown as a refusal. */
  send: (values: Values) => Promise<void>;
  /** Translates a refusal if the server's language differs from the page's. */
  translate?: (error: unknown) => unknown;
  /** Returns the text of a refusal for the user. */
  refusalOf: (error: unknown) => string;
  /** Called after a refusal. */
  onRefusal?: (error: unknown) => void;
  /** Returns the message about broken rules. The default is the first one. */
  wordsOf?: (broken: readonly string[]) => string | undefined;
  notify: (message: string) => void;
  /** Called on every submit, to clear the messages of the last one. */
  onTry?: () => void;
  /** True while the page is changing. Nothing is sent then. */
  leaving?: boolean;
}

/** The props for the control of a value. */
export interface Control<Name extends string, Value> {
  name: Name;
  value: Value;
  problem: string | undefined;
  required: boolean;
  readOnly: boolean;
  onChange: (value: Value) => void;
}

/**
 * A form that is checked and sent once at a time. Problems from its rules or the server are notified and shown next to their fields, and
 * the first one gets the focus.
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

  /** Returns the props for the control of a field. */
  const control = <Field extends FieldOf<Values>>(name: Field): Control<Field, Values[Field]> => ({
    name,
    value: values[name],
    problem: problemAt(name as unknown as Place<Values>),
    required: !optional.includes(name),
    readOnly: sending,
    onChange: (value) => setup.setField(name, value),
  });

  /** Returns the problem at a place, such as `lines[0].quantity`. */
  const problemAt = (place: Place<Values>): string | undefined => problems[place];

  /** Clears the refusal, for example when the form is closed. */
  const forgetRefusal = useCallback(() => setRefusal(undefined), []);

  return { control, problemAt, onSubmit, refusal, forgetRefusal, sending };
}
