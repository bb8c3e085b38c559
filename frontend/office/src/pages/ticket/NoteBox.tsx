import { useMutation } from '@connectrpc/connect-query';
import { type Ticket, TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { ticketChanged } from '../../api/query_client';
import card from '../../ui/card.module.css';
import { NoteForm } from '../../session/NoteForm';

/** An internal note on a ticket. It appears in the thread. */
export function NoteBox({ ticket: { messageId } }: { ticket: Ticket }) {
  const { mutateAsync: addNote } = useMutation(TicketService.method.addTicketNote);
  return (
    <section className={card.card}>
      <h2>Note</h2>
      <NoteForm
        name={`ticket note ${messageId}`}
        most={5_000}
        send={async (noteId, text) => {
          await addNote({ messageId, noteId, text });
          await ticketChanged(messageId);
        }}
      />
    </section>
  );
}
