import { useInfiniteQuery } from '@connectrpc/connect-query';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Ticket, TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { paged } from '../../api/paged';
import { todayQuery } from '../../api/queries';
import { TICKET_TABS, ticketTabOf } from '../../rules/tickets';
import { rowsOf } from '../../rules/rows';
import { searchedAddress, textIn } from '../../rules/search_text';
import { DataTable } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { SearchForm } from '../../ui/SearchForm';
import { Tabs } from '../../ui/Tabs';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './messages.module.css';
import { TicketCard } from './TicketCard';
import { ticketColumns } from './ticket_columns';

const idOf = ({ messageId }: Ticket) => messageId;

/** Messages to the shop. Open ones are sorted by due time. */
export default function MessagesPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const text = textIn(useLocation().hash);
  const tab = ticketTabOf(search.get('tab'));
  const query = useInfiniteQuery(
    TicketService.method.listTickets,
    { state: tab.state, query: text, pageToken: '' },
    paged,
  );
  const today = useQuery(todayQuery).data;
  const now = useNow();
  const columns = useMemo(() => ticketColumns(now), [now]);
  const tickets = useMemo(() => rowsOf(query.data, (page) => page.tickets, idOf), [query.data]);
  const { messagesOpen, messagesLate = 0 } = today ?? {};
  return (
    <>
      <PageHead
        title="Messages"
        beside={
          messagesLate > 0 && (
            <b className={styles.late}>
              {messagesLate} {messagesLate === 1 ? 'is' : 'are'} late
            </b>
          )
        }
      />
      <Tabs
        label="States of messages"
        tabs={TICKET_TABS.map(({ name, label }) => ({
          to: addressOf(name, text),
          label,
          isOpen: name === tab.name,
          count: name === '' ? messagesOpen || undefined : undefined,
        }))}
      />
      <SearchForm
        text={text}
        label="Find messages by number, name, email or mobile number"
        placeholder="T0042, name, email, mobile…"
        onSearch={(typed) => void navigate(addressOf(typed ? 'all' : tab.name, typed))}
      />
      {text && (
        <p className={styles.found}>
          Results for “{text}”{tab.name !== 'all' && `, ${tab.label.toLowerCase()}`}.{' '}
          <Link to="/messages">Show messages to answer</Link>
        </p>
      )}
      {!query.data ? (
        <Waiting query={query} what="the messages" />
      ) : tickets.length === 0 ? (
        <Nothing>{text ? 'No messages match.' : tab.empty}</Nothing>
      ) : (
        <>
          <DataTable
            caption={`Messages: ${tab.label}`}
            columns={columns}
            rows={tickets}
            idOf={idOf}
            nameOf={({ number, name }) => `${number}, ${name}`}
            renderCard={(ticket) => <TicketCard ticket={ticket} now={now} />}
          />
          <More query={query} shown={tickets.length === 1 ? '1 message' : `${tickets.length} messages`} />
        </>
      )}
    </>
  );
}

function addressOf(tab: string, text: string): string {
  return searchedAddress('/messages', text, { tab });
}
