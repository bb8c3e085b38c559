import { type FormSetup as AnyFormSetup, useForm as useAnyForm } from 'shared/forms/use_form';
import type { ReasonWords } from '#words/refusals';
import { notifyError } from '../messages/notify';
import { takeMessagesAway } from '../messages/take_away';
import { inPageLanguage } from './refusal';

/** What a form of the shop asks for and what becomes of it. */
export interface FormSetup<Values extends object> extends Omit<AnyFormSetup<Values>, 'notify' | 'translate'> {
  /** What refusals with these codes mean here, for pages in another language than the shop's services. */
  refusedFor?: ReasonWords;
  /** Tells the shopper; as an error, unless told otherwise. */
  notify?: (message: string) => void;
}

/** A form of the shop: it tells the shopper by messages, in the language of the page. */
export function useForm<Values extends object>({ refusedFor, ...setup }: FormSetup<Values>) {
  return useAnyForm({
    notify: notifyError,
    onTry: takeMessagesAway,
    ...setup,
    translate: (error) => inPageLanguage(error, refusedFor),
  });
}
