import { useState } from 'react';
import { sendContactMessage } from '../../api/client';
import { ApiError } from '../../api/errors';
import { useLoginFirst } from '../../navigation/use_login_first';
import { contactMessages } from '../../messages/contact';
import { generalMessages } from '../../messages/general';
import { notifyError, notifySuccess } from '../../notify';
import { checkContact, contactFields, type ContactField, contactMessage } from '../../rules/contact';
import { type Problems, problemsOf } from '../../rules/field_problems';
import { useProblems } from '../../ui/use_problems';
import { contactDraft } from './draft';

const texts = contactMessages;
const NOT_LOGGED_IN = 401;

/** Checks the message and sends it. */
export function useContactForm() {
  const values = contactDraft.useDraft((state) => state.values);
  const { problems, setProblems } = useProblems(values, checkContact);
  const [sending, setSending] = useState(false);
  const { leaving, goToLogin } = useLoginFirst();

  /** Answers what is wrong with the message, so that the form can move the focus there. */
  async function submit(): Promise<Problems<ContactField>> {
    if (sending || leaving) return {};
    const found = checkContact(values);
    setProblems(found, values);
    const first = contactFields.find((field) => found[field]);
    if (first) {
      notifyError(found[first] ?? '');
      return found;
    }
    setSending(true);
    try {
      const answer = await sendContactMessage(contactMessage(values));
      contactDraft.clear();
      notifySuccess(answer || texts.sent);
      return {};
    } catch (error) {
      return refused(error);
    } finally {
      setSending(false);
    }
  }

  function refused(error: unknown): Problems<ContactField> {
    notifyError(refusal(error));
    if (!(error instanceof ApiError)) return {};
    if (error.status === NOT_LOGGED_IN) goToLogin();
    const found = problemsOf(contactFields, error.fieldErrors);
    setProblems(found, values);
    return found;
  }

  return { values, problems, sending, leaving, submit };
}

function refusal(error: unknown): string {
  if (!(error instanceof ApiError)) return generalMessages.somethingWentWrong;
  if (error.status === NOT_LOGGED_IN) return texts.pleaseLogIn;
  return error.message || texts.notSent;
}
