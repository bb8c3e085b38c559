import { useQuery } from '@connectrpc/connect-query';
import { Link, useParams } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { type Ticket, TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { ApiError } from '../../api/errors';
import { searchedAddress } from '../../rules/search_text';
import { clockOf, ticketStateOf } from '../../rules/tickets';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import { Chip } from '../../ui/Chip';
import { EmailLink } from '../../ui/EmailLink';
import { PageHead } from '../../ui/PageHead';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import { AnswerBox } from './AnswerBox';
import { NoteBox } from './NoteBox';
import { StateButton } from './StateButton';
import { Thread } from './Thread';
import styles from './ticket.module.css';

/** A ticket with its thread: answer it, add notes, close it. */
export default function TicketPage() {
  const { id = '' } = useParams();
  const query = useQuery(TicketService.method.getTicket, { messageId: id });
  const now = useNow();
  const { ticket, entries = [], replyAddress = '' } = query.data ?? {};
  if (!ticket) {
    const isUnknown = query.error instanceof ApiError && query.error.status === 404;
    return (
      <>
        <PageHead title="Message" />
        {isUnknown ? (
          <Nothing>There is no such message.</Nothing>
        ) : (
          <Waiting query={query} what="the message" />
        )}
      </>
    );
  }
  const { label, tone } = ticketStateOf(ticket.state);
  const clock = clockOf(ticket, now);
  return (
    <>
      <PageHead
        title={`${ticket.number} · ${ticket.name}`}
        beside={
          <>
            <Chip tone={tone}>{label}</Chip>
            {clock && <Chip tone={clock.tone}>{clock.words}</Chip>}
          </>
        }
      >
        <Link className={button.quiet} to="/messages">
          All messages
        </Link>
        <StateButton ticket={ticket} />
      </PageHead>
      <div className={details.columns}>
        <div className={details.column}>
          <section className={card.card} aria-label="Conversation">
            <Thread ticket={ticket} entries={entries} />
          </section>
          <AnswerBox key={`answer ${id}`} ticket={ticket} replyAddress={replyAddress} />
        </div>
        <div className={details.column}>
          <Writer ticket={ticket} />
          <NoteBox key={`note ${id}`} ticket={ticket} />
        </div>
      </div>
    </>
  );
}

function Writer({ ticket }: { ticket: Ticket }) {
  const mayOrders = useMay('orders.read');
  const mayShoppers = useMay('shoppers.read');
  const { name, email, phone, subject, receivedAt, answerDueAt, answeredAt, closeDueAt, closedAt } = ticket;
  return (
    <section className={card.card}>
      <h2>Sender</h2>
      <dl className={details.facts}>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Email</dt>
        <dd>
          <EmailLink email={email} />
        </dd>
        <dt>Mobile</dt>
        <dd>
          <a href={`tel:+91${phone}`}>{phone}</a>
        </dd>
        <dt>About</dt>
        <dd>{subject}</dd>
        <dt>Received</dt>
        <dd>{formatMoment(receivedAt)}</dd>
        <dt>{answeredAt ? 'Answered' : 'Answer until'}</dt>
        <dd>{formatMoment(answeredAt || answerDueAt)}</dd>
        <dt>{closedAt ? 'Closed' : 'Close until'}</dt>
        <dd>{formatMoment(closedAt || closeDueAt)}</dd>
      </dl>
      <p className={styles.links}>
        {mayOrders && <Link to={searchedAddress('/orders', email)}>Orders of this email</Link>}
        {mayShoppers && <Link to={searchedAddress('/shoppers', email)}>The shopper’s account</Link>}
      </p>
    </section>
  );
}
