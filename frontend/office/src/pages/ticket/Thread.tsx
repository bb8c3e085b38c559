import { formatMoment } from 'shared/rules/moment';
import type { Ticket, TicketEntry } from '../../api/types';
import { ENTRY_WORDS, UNVERIFIED, UNVERIFIED_WORDS } from '../../rules/tickets';
import { useStaffNames } from '../../session/use_staff_names';
import styles from './ticket.module.css';

/** The thread of a ticket, oldest entry first. Each entry shows its author and its readers. */
export function Thread({ ticket, entries }: { ticket: Ticket; entries: TicketEntry[] }) {
  const nameOf = useStaffNames();
  return (
    <ol className={styles.thread}>
      {entries.map(({ id, kind, text, writtenAt, staffId, isUnverified }) => (
        <li key={id} className={isUnverified ? styles.unverified : styles[kind]}>
          <p className={styles.by}>
            <b>{isUnverified ? UNVERIFIED : kind === 'from_shopper' ? ticket.name : nameOf(staffId)}</b>{' '}
            {ENTRY_WORDS[kind]}
            <time dateTime={writtenAt}>{formatMoment(writtenAt)}</time>
          </p>
          {isUnverified && <p className={styles.warning}>{UNVERIFIED_WORDS}</p>}
          {text && (
            <p className={styles.words} dir="auto">
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
