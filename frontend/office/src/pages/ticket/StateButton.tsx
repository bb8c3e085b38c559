import { useMutation } from '@tanstack/react-query';
import { setTicketState } from '../../api/calls';
import { wordsOf } from '../../api/errors';
import { ticketChanged } from '../../api/query_client';
import type { Ticket } from '../../api/types';
import { notifyDone, notifyFailed } from '../../messages/notify';
import button from '../../ui/button.module.css';

/** Closes a ticket without an answer, or reopens it. */
export function StateButton({ ticket: { id, number, state } }: { ticket: Ticket }) {
  const next = state === 'closed' ? 'open' : 'closed';
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await setTicketState(id, next);
      await ticketChanged(id);
    },
    onSuccess: () => notifyDone(`${number} is ${next === 'closed' ? 'closed' : 'open again'}.`),
    onError: (error) => notifyFailed(wordsOf(error)),
  });
  return (
    <button
      type="button"
      className={button.quiet}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'One moment…' : next === 'closed' ? 'Close it' : 'Open it again'}
    </button>
  );
}
