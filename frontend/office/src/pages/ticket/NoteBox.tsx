import { addTicketNote } from '../../api/calls';
import { ticketChanged } from '../../api/query_client';
import type { Ticket } from '../../api/types';
import card from '../../ui/card.module.css';
import { NoteForm } from '../../session/NoteForm';

/** An internal note on a ticket. It appears in the thread. */
export function NoteBox({ ticket }: { ticket: Ticket }) {
  return (
    <section className={card.card}>
      <h2>Note</h2>
      <NoteForm
        name={`ticket note ${ticket.id}`}
        most={5_000}
        send={async (noteId, text) => {
          await addTicketNote(ticket.id, { noteId, text });
          await ticketChanged(ticket.id);
        }}
      />
    </section>
  );
}
