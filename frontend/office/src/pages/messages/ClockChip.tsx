import { formatMoment } from 'shared/rules/moment';
import type { Ticket } from '../../api/types';
import { clockOf } from '../../rules/tickets';
import { Chip } from '../../ui/Chip';

/** What a ticket's clock says, or when the ticket was closed. */
export function ClockChip({ ticket, now }: { ticket: Ticket; now: number }) {
  const clock = clockOf(ticket, now);
  if (clock) return <Chip tone={clock.tone}>{clock.words}</Chip>;
  return ticket.closedAt ? <time dateTime={ticket.closedAt}>{formatMoment(ticket.closedAt)}</time> : null;
}
