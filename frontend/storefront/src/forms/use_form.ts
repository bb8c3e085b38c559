import { type FormSetup as AnyFormSetup, useForm as useAnyForm } from 'shared/forms/use_form';
import type { ReasonWords } from '#words/refusals';
import { notifyError } from '../messages/notify';
import { takeMessagesAway } from '../messages/take_away';
import { inPageLanguage } from './refusal';

/** The fields, checks and requests of a form. */
export interface FormSetup<Values extends object> extends Omit<AnyFormSetup<Values>, 'notify' | 'translate'> {
  /** Texts for error codes in this form, for pages in other languages than the services'. */
  refusedFor?: ReasonWords;
  /** Shows a message to the shopper. Default: an error toast. */
  notify?: (message: string) => void;
}

/** A form of the shop. It shows toasts in the language of the page. */
export function useForm<Values extends object>({ refusedFor, ...setup }: FormSetup<Values>) {
  return useAnyForm({
    notify: notifyError,
    onTry: takeMessagesAway,
    ...setup,
    translate: (error) => inPageLanguage(error, refusedFor),
  });
}
