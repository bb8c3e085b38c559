import { valibotResolver } from '@hookform/resolvers/valibot';
import { type FormEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  useForm,
} from 'react-hook-form';
import type { Refused } from 'shared/forms/FormRefusal';
import type { GenericSchema } from 'valibot';
import { ApiError, wordsOf } from '../api/errors';

interface SentFormSetup<Values extends FieldValues, Sent> {
  /** The rules; they also convert the values to be sent. */
  schema: GenericSchema<Values, Sent>;
  defaultValues: DefaultValues<Values>;
  /** Sends the converted values. An error that it throws is shown as a refusal. */
  send: (sent: Sent) => Promise<unknown>;
}

/**
 * A form that is checked by a schema and sent once at a time. The server's problems appear next to their fields. Any other refusal appears
 * above the button and takes the focus. Typed text is kept.
 */
export function useSentForm<Values extends FieldValues, Sent extends FieldValues>({
  schema,
  defaultValues,
  send,
}: SentFormSetup<Values, Sent>) {
  const form = useForm<Values, unknown, Sent>({ resolver: valibotResolver(schema), defaultValues });
  const [refusal, setRefusal] = useState<Refused>();
  const isRunning = useRef(false);
  const { errors, isDirty, isSubmitting } = form.formState;

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    setRefusal(undefined);
    try {
      await form.handleSubmit(async (sent) => void (await send(sent)))(event);
    } catch (error) {
      refuse(error);
    } finally {
      isRunning.current = false;
    }
  }

  function refuse(error: unknown) {
    const found = error instanceof ApiError ? error.fieldErrors : [];
    const own = found.filter(({ field }) => get(form.getValues(), field) !== undefined);
    for (const [index, { field, message }] of own.entries()) {
      form.setError(field as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
    }
    setRefusal({ words: wordsOf(error), takesFocus: own.length === 0 });
  }

  return {
    form,
    refusal,
    sending: isSubmitting,
    isUnsaved: isDirty,
    onSubmit: (event: FormEvent) => void onSubmit(event),
    /** Returns the props for the control of a field. */
    field: (name: FieldPath<Values>) => ({
      ...form.register(name),
      problem: (get(errors, name) as FieldError | undefined)?.message,
    }),
  };
}
