import { useQuery } from '@tanstack/react-query';
import { formatMoment } from 'shared/rules/moment';
import { addOrderNote } from '../../api/calls';
import { orderNotesQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { NoteForm } from '../../session/NoteForm';
import { useMay } from '../../session/use_me';
import { useStaffNames } from '../../session/use_staff_names';
import card from '../../ui/card.module.css';
import { Waiting } from '../../ui/Waiting';
import styles from './order.module.css';

/** The internal notes on an order. Shoppers never see them. */
export function NotesCard({ orderNumber }: { orderNumber: string }) {
  const query = useQuery(orderNotesQuery(orderNumber));
  const nameOf = useStaffNames();
  const mayNote = useMay('orders.note');
  return (
    <section className={card.card}>
      <h2>Notes</h2>
      {!query.data ? (
        <Waiting query={query} what="the notes" />
      ) : (
        query.data.length > 0 && (
          <ol className={styles.notes}>
            {query.data.map(({ id, text, writtenAt, writtenBy }) => (
              <li key={id}>
                <p className={styles.when}>
                  <b>{nameOf(writtenBy)}</b>, <time dateTime={writtenAt}>{formatMoment(writtenAt)}</time>
                </p>
                <p className={styles.note} dir="auto">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )
      )}
      {mayNote && (
        <NoteForm
          name={`order note ${orderNumber}`}
          most={2_000}
          send={async (noteId, text) => {
            await addOrderNote(orderNumber, { noteId, text });
            await queryClient.invalidateQueries({ queryKey: orderNotesQuery(orderNumber).queryKey });
          }}
        />
      )}
    </section>
  );
}
