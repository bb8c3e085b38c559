import { sendContactMessage } from '../../api/client';
import { ApiError, NOT_LOGGED_IN } from '../../api/errors';
import { useForm } from '../../forms/use_form';
import { contactWords } from '#words/contact';
import { generalWords } from '#words/general';
import { useLoginFirst } from '../../navigation/use_login_first';
import { notifySuccess } from '../../messages/notify';
import { checkContact, contactFields, contactMessage } from '../../rules/contact';
import { contactDraft } from './draft';

const texts = contactWords;

/** Checks and sends the contact message. */
export function useContactForm() {
  const { leaving, onRefusal } = useLoginFirst();
  const form = useForm({
    fields: contactFields,
    values: contactDraft.useDraft((state) => state.values),
    setField: contactDraft.setField,
    check: checkContact,
    async send(values) {
      const answer = await sendContactMessage(contactMessage(values));
      contactDraft.clear();
      notifySuccess(answer || texts.sent);
    },
    refusalOf,
    onRefusal,
    leaving,
  });
  return { ...form, leaving };
}

function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return generalWords.somethingWentWrong;
  if (error.status === NOT_LOGGED_IN) return texts.pleaseLogIn;
  return error.message || texts.notSent;
}
