import { useMutation } from '@connectrpc/connect-query';
import { type Ticket, TicketService, TicketState } from '#contract/shop/contact/v1/tickets_pb.js';
import { wordsOf } from '../../api/errors';
import { ticketChanged } from '../../api/query_client';
import { notifyDone, notifyFailed } from '../../messages/notify';
import button from '../../ui/button.module.css';

/** Closes a ticket without an answer, or reopens it. */
export function StateButton({ ticket: { messageId, number, state } }: { ticket: Ticket }) {
  const isClosed = state === TicketState.CLOSED;
  const { mutate, isPending } = useMutation(TicketService.method.setTicketState, {
    onSuccess: async () => {
      await ticketChanged(messageId);
      notifyDone(`${number} is ${isClosed ? 'open again' : 'closed'}.`);
    },
    onError: (error) => notifyFailed(wordsOf(error)),
  });
  return (
    <button
      type="button"
      className={button.quiet}
      aria-disabled={isPending || undefined}
      onClick={() =>
        !isPending && mutate({ messageId, state: isClosed ? TicketState.OPEN : TicketState.CLOSED })
      }
    >
      {isPending ? 'One moment…' : isClosed ? 'Open it again' : 'Close it'}
    </button>
  );
}
