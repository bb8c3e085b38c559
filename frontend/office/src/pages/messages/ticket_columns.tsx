import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router';
import type { Ticket } from '#contract/shop/contact/v1/tickets_pb.js';
import { placedWords } from '../../rules/days';
import { ticketStateOf } from '../../rules/tickets';
import { Chip } from '../../ui/Chip';
import type { Column, features } from '../../ui/DataTable';
import { ClockChip } from './ClockChip';
import styles from './messages.module.css';

const helper = createColumnHelper<typeof features, Ticket>();

/** The columns of the list of tickets. `now` is the time for their clocks. */
export function ticketColumns(now: number) {
  return helper.columns([
    helper.accessor('number', {
      header: 'Ticket',
      meta: { isTight: true },
      cell: ({ row: { original } }) => <Link to={`/messages/${original.messageId}`}>{original.number}</Link>,
    }),
    helper.accessor('name', {
      header: 'Shopper',
      cell: ({ getValue }) => <span className={styles.name}>{getValue()}</span>,
    }),
    helper.accessor('excerpt', {
      header: 'Wrote',
      cell: ({ row: { original } }) => (
        <span className={styles.excerpt} dir="auto">
          <b>{subjectWords(original.subject)}:</b> {original.excerpt}
        </span>
      ),
    }),
    helper.accessor('receivedAt', {
      header: 'Received',
      meta: { isTight: true },
      cell: ({ getValue }) => <time dateTime={getValue()}>{placedWords(getValue(), new Date(now))}</time>,
    }),
    helper.accessor('state', {
      header: 'State',
      meta: { isTight: true },
      cell: ({ getValue }) => {
        const { tone, label } = ticketStateOf(getValue());
        return <Chip tone={tone}>{label}</Chip>;
      },
    }),
    helper.display({
      id: 'clock',
      header: 'Clock',
      meta: { isTight: true },
      cell: ({ row: { original } }) => <ClockChip ticket={original} now={now} />,
    }),
  ]) as Column<Ticket>[];
}

/** Returns `Order status` for `order status`. */
export function subjectWords(subject: string): string {
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}
