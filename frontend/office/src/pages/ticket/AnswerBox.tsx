import { useMutation } from '@connectrpc/connect-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import { type Ticket, TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { codeOf, wordsOf } from '../../api/errors';
import { ticketChanged } from '../../api/query_client';
import { useKeys } from '../../frame/use_keys';
import { notifyDone } from '../../messages/notify';
import { useDraft } from '../../session/use_draft';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { TextArea } from '../../ui/fields';
import form from '../../ui/form.module.css';

const MOST_LETTERS = 5_000;

interface AnswerBoxProps {
  ticket: Ticket;
  /** The address for the shopper's reply. If it is empty, the shop reads no replies by mail. */
  replyAddress: string;
}

/** The answer to a ticket, sent by mail. It is stored as a draft with a fixed id, so that a retry after a lost response sends one mail. */
export function AnswerBox({ ticket, replyAddress }: AnswerBoxProps) {
  const { messageId } = ticket;
  const { mutateAsync: answerTicket } = useMutation(TicketService.method.answerTicket);
  const draft = useDraft(`answer ${messageId}`);
  const [sending, setSending] = useState<'open' | 'closed'>();
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<Refused>();
  const area = useRef<HTMLTextAreaElement>(null);

  useKeys({ a: () => area.current?.focus() });

  async function send(closes: boolean) {
    if (sending) return;
    const text = draft.text.trim();
    setRefusal(undefined);
    if (!text) {
      setProblem('Enter an answer.');
      area.current?.focus();
      return;
    }
    setSending(closes ? 'closed' : 'open');
    try {
      await answerTicket({ messageId, answerId: draft.id, text, closes });
      draft.done();
      notifyDone(`${ticket.number}: answer sent to ${ticket.email}${closes ? ', ticket closed' : ''}.`);
      await ticketChanged(messageId);
    } catch (error) {
      refuse(error);
    } finally {
      setSending(undefined);
    }
  }

  function refuse(error: unknown) {
    if (codeOf(error) === 'ANSWER_DIFFERS') {
      // The first text was sent although its response was lost. The changed text gets a new id and is another answer.
      draft.rewrite(draft.text);
      void ticketChanged(messageId);
      setRefusal({
        words: 'Your first answer was sent, and is shown above. This text will be sent as another answer.',
        takesFocus: true,
      });
      return;
    }
    setRefusal({ words: wordsOf(error), takesFocus: true });
  }

  function hear(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send(false);
  }

  const labelOf = (state: 'open' | 'closed', label: string) => (sending === state ? 'One moment…' : label);
  return (
    <section className={card.card} aria-labelledby="answer">
      <h2 id="answer">Answer by email</h2>
      <form
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <TextArea
          ref={area}
          label={`To ${ticket.name}, ${ticket.email}`}
          hint={
            replyAddress
              ? `Replies to ${replyAddress} are shown here. Ctrl Enter sends it.`
              : 'Replies go to the shop’s email address, not to this page. Ctrl Enter sends it.'
          }
          rows={6}
          maxLength={MOST_LETTERS}
          aria-keyshortcuts="a"
          dir="auto"
          value={draft.text}
          readOnly={sending !== undefined}
          problem={problem}
          onChange={({ target }) => {
            draft.setText(target.value);
            setProblem(undefined);
          }}
          onKeyDown={hear}
        />
        <FormRefusal refusal={refusal} />
        <div className={form.buttons}>
          <button
            type="button"
            className={button.quiet}
            aria-disabled={sending !== undefined || undefined}
            onClick={() => void send(true)}
          >
            {labelOf('closed', 'Answer and close')}
          </button>
          <button type="submit" className={button.primary} aria-disabled={sending !== undefined || undefined}>
            {labelOf('open', 'Send the answer')}
          </button>
        </div>
      </form>
    </section>
  );
}
