import { formatMoment } from 'shared/rules/moment';
import type { Ticket } from '#contract/shop/contact/v1/tickets_pb.js';
import { clockOf } from '../../rules/tickets';
import { Chip } from '../../ui/Chip';

/** The clock of a ticket, or the time when it was closed. */
export function ClockChip({ ticket, now }: { ticket: Ticket; now: number }) {
  const clock = clockOf(ticket, now);
  if (clock) return <Chip tone={clock.tone}>{clock.words}</Chip>;
  return ticket.closedAt ? <time dateTime={ticket.closedAt}>{formatMoment(ticket.closedAt)}</time> : null;
}
