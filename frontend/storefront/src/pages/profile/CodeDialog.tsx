import { useRef, useState } from 'react';
import { profileWords } from '#words/profile';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import { requestAccountCode } from '../../api/client';
import { shopperMessage } from '../../api/errors';
import { inPageLanguage } from '../../forms/refusal';
import { useForm } from '../../forms/use_form';
import { notifyError, notifySuccess } from '../../messages/notify';
import { FormDialog } from '../../ui/FormDialog';
import { noticeLogout } from '../../stores/notice_logout';

const texts = profileWords;

interface CodeDialogProps {
  open: boolean;
  title: string;
  text: string;
  submit: string;
  submitting: string;
  send: (code: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a code from a mail as proof. A code mailed earlier is valid, too. */
export function CodeDialog({ open, title, text, submit, submitting, send, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const { control, ...form } = useForm({
    fields: ['code'],
    values: { code },
    setField: (_, value) => setCode(value),
    check: (values) => (values.code.trim() ? {} : { code: texts.codeRequired }),
    send: (values) => send(values.code.trim()),
    refusalOf: shopperMessage,
    onRefusal: noticeLogout,
  });
  return (
    <FormDialog
      open={open}
      title={title}
      text={text}
      form={form}
      keep={texts.cancel}
      submit={submit}
      submitting={submitting}
      onClose={onClose}
    >
      <CodeRequest />
      <Field
        {...control('code')}
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}

/** The button that requests a code by mail. */
function CodeRequest() {
  const [sending, setSending] = useState(false);
  const running = useRef(false);

  async function request() {
    if (running.current) return;
    running.current = true;
    setSending(true);
    try {
      notifySuccess((await requestAccountCode()) || texts.codeSent);
    } catch (error) {
      notifyError(shopperMessage(inPageLanguage(error)));
      noticeLogout(error);
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return (
    <button
      type="button"
      className={button.outline}
      data-autofocus
      aria-disabled={sending || undefined}
      onClick={request}
    >
      {sending ? texts.sendingCode : texts.sendCode}
    </button>
  );
}
