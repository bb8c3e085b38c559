import { Link } from 'react-router';
import type { Ticket } from '#contract/shop/contact/v1/tickets_pb.js';
import { placedWords } from '../../rules/days';
import { ClockChip } from './ClockChip';
import styles from './messages.module.css';
import { subjectWords } from './ticket_columns';

/** A ticket in the list on a phone. */
export function TicketCard({ ticket, now }: { ticket: Ticket; now: number }) {
  const { messageId, number, name, subject, excerpt, receivedAt } = ticket;
  return (
    <>
      <p>
        <Link to={`/messages/${messageId}`}>
          {number} · {name}
        </Link>
        <ClockChip ticket={ticket} now={now} />
      </p>
      <p className={styles.excerpt} dir="auto">
        {excerpt}
      </p>
      <p className={styles.soft}>
        <span>{subjectWords(subject)}</span>
        <time dateTime={receivedAt}>{placedWords(receivedAt, new Date(now))}</time>
      </p>
    </>
  );
}
