import { formatMoment } from 'shared/rules/moment';
import type { Ticket, TicketEntry } from '#contract/shop/contact/v1/tickets_pb.js';
import { entryKindOf, UNVERIFIED, UNVERIFIED_WORDS } from '../../rules/tickets';
import { useStaffNames } from '../../session/use_staff_names';
import styles from './ticket.module.css';

/** The thread of a ticket, oldest entry first. Each entry shows its author and its readers. */
export function Thread({ ticket, entries }: { ticket: Ticket; entries: TicketEntry[] }) {
  const nameOf = useStaffNames();
  return (
    <ol className={styles.thread}>
      {entries.map(({ id, kind, text, writtenAt, staffId, isUnverified }) => {
        const { name, words } = entryKindOf(kind);
        const writer = name === 'from_shopper' ? ticket.name : nameOf(staffId);
        return (
          <li key={id} className={isUnverified ? styles.unverified : styles[name]}>
            <p className={styles.by}>
              <b>{isUnverified ? UNVERIFIED : writer}</b> {words}
              <time dateTime={writtenAt}>{formatMoment(writtenAt)}</time>
            </p>
            {isUnverified && <p className={styles.warning}>{UNVERIFIED_WORDS}</p>}
            {text && (
              <p className={styles.words} dir="auto">
                {text}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
