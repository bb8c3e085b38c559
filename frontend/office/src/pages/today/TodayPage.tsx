import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatTotal } from 'shared/rules/rupees';
import { todayQuery } from '../../api/queries';
import type { Today } from '../../api/types';
import { endWords } from '../../rules/held';
import { countOf, TABS } from '../../rules/order_states';
import { useMay, useMe } from '../../session/use_me';
import card from '../../ui/card.module.css';
import { PageHead } from '../../ui/PageHead';
import { useNow } from '../../ui/use_now';
import { Waiting } from '../../ui/Waiting';
import { FirstSteps } from './FirstSteps';
import { NewestOrders } from './NewestOrders';
import { SalesPlot } from './SalesPlot';
import styles from './today.module.css';

const MONEY_TO_LOOK_AT = '/payments?tab=to-look-at';

interface Tile {
  count: number;
  label: string;
  to: string;
  isTrouble: boolean;
}

/** The open work, with links, and the sales. */
export default function TodayPage() {
  const query = useQuery(todayQuery);
  const me = useMe();
  const maySeeOrders = useMay('orders.read');
  const maySetUp = useMay('shop.write');
  const today = query.data;
  return (
    <>
      <PageHead
        title="Today"
        beside={<span className={styles.greeting}>Good to see you, {me?.name}.</span>}
      />
      {today ? (
        <>
          {today.server && <ServerProblems server={today.server} />}
          {maySetUp && <FirstSteps />}
          <Tiles title="Orders" tiles={orderTiles(today)} />
          <EndingOrders today={today} />
          <div className={styles.rows}>
            {today.stock && <Tiles title="Stock" tiles={stockTiles(today.stock)} />}
            <Tiles title="Reviews and messages" tiles={wordTiles(today)} />
          </div>
          <Tiles title="Money" tiles={moneyTiles(today)} />
          {maySeeOrders && <NewestOrders />}
          {today.sales && (
            <section className={card.card} aria-labelledby="sold">
              <SalesPlot headingId="sold" days={today.sales} />
            </section>
          )}
        </>
      ) : (
        <Waiting query={query} what="the day" />
      )}
    </>
  );
}

/** Shows how many unconfirmed orders will expire, and when the first one does. */
function EndingOrders({ today: { endingOrders, nextEndsAt } }: { today: Today }) {
  const now = useNow();
  if (!endingOrders) return null;
  const orders =
    endingOrders === 1 ? '1 order will be cancelled' : `${endingOrders} orders will be cancelled`;
  const { words } = endWords(nextEndsAt, now);
  return (
    <p className={styles.ending}>
      <Link to="/stock/held">{orders}</Link> unless you confirm {endingOrders === 1 ? 'it' : 'them'}.{' '}
      {endingOrders === 1 ? words : `The first is ${words.charAt(0).toLowerCase()}${words.slice(1)}`}.
    </p>
  );
}

/** The failed checks of the server. Hidden if there are none. */
function ServerProblems({ server: { failed } }: { server: NonNullable<Today['server']> }) {
  if (failed.length === 0) return null;
  return (
    <section className={styles.server} aria-labelledby="server">
      <h2 id="server">The server needs attention</h2>
      <dl>
        {failed.map(({ name, message }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The words for a count of 1. */
const OF_ONE: Readonly<Record<string, string>> = {
  'open returns': 'open return',
  'weights low': 'weight low',
  'weights sold out': 'weight sold out',
  'packs missing for orders': 'pack missing for orders',
  'returned packs to inspect': 'returned pack to inspect',
};

function Tiles({ title, tiles }: { title: string; tiles: Tile[] }) {
  if (tiles.length === 0) return null;
  return (
    <section aria-label={title}>
      <ul className={styles.tiles}>
        {tiles.map(({ count, label, to, isTrouble }) => (
          <li key={label}>
            <Link to={to} className={count === 0 ? styles.none : isTrouble ? styles.trouble : undefined}>
              <b>{count}</b> <span>{(count === 1 && OF_ONE[label]) || label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ORDER_TILES = [
  { name: 'to-confirm', label: 'to confirm' },
  { name: 'to-pack', label: 'to pack' },
  { name: 'to-ship', label: 'to ship' },
  { name: 'on-the-way', label: 'on the way' },
  { name: 'returns', label: 'open returns' },
];

function orderTiles({ counts }: Today): Tile[] {
  return ORDER_TILES.flatMap(({ name, label }) => {
    const tab = TABS.find((each) => each.name === name);
    return tab
      ? [{ count: countOf(tab, counts) ?? 0, label, to: `/orders?tab=${name}`, isTrouble: false }]
      : [];
  });
}

/** Refunds due and payments due: the number of orders and their sum. */
function moneyTiles({ toRefund, toBePaid, withCarriers }: Today): Tile[] {
  const tiles = [
    { money: toRefund, words: 'with money to refund', to: MONEY_TO_LOOK_AT, isTrouble: true },
    { money: toBePaid, words: 'to be paid later, unpaid', to: MONEY_TO_LOOK_AT, isTrouble: false },
    { money: withCarriers, words: 'with cash at the carrier', to: '/cash', isTrouble: false },
  ];
  return tiles.flatMap(({ money, words, to, isTrouble }) => {
    if (!money) return [];
    const label = `${money.orders === 1 ? 'order' : 'orders'} ${words}`;
    const amount = money.orders > 0 ? `: ${formatTotal(money.amount)}` : '';
    return [{ count: money.orders, label: `${label}${amount}`, to, isTrouble }];
  });
}

function stockTiles({ low, soldOut, returned, missing }: NonNullable<Today['stock']>): Tile[] {
  return [
    { count: low, label: 'weights low', to: '/stock?only=low', isTrouble: true },
    { count: soldOut, label: 'weights sold out', to: '/stock?only=sold_out', isTrouble: true },
    { count: missing, label: 'packs missing for orders', to: '/stock/held?tab=waiting', isTrouble: true },
    { count: returned, label: 'returned packs to inspect', to: '/returns', isTrouble: false },
  ];
}

/** Reviews and messages, and how many of them are late or flagged. */
function wordTiles({ reviewsWaiting, reviewsFlagged = 0, messagesOpen, messagesLate = 0 }: Today): Tile[] {
  const tiles: Tile[] = [];
  if (reviewsWaiting !== undefined) {
    const flagged = reviewsFlagged > 0 ? `, ${reviewsFlagged}\u00a0flagged` : '';
    tiles.push({
      count: reviewsWaiting,
      label: `${reviewsWaiting === 1 ? 'review' : 'reviews'} to read${flagged}`,
      to: '/reviews',
      isTrouble: false,
    });
  }
  if (messagesOpen !== undefined) {
    const late = messagesLate > 0 ? `, ${messagesLate}\u00a0late` : '';
    tiles.push({
      count: messagesOpen,
      label: `${messagesOpen === 1 ? 'message' : 'messages'} to answer${late}`,
      to: '/messages',
      isTrouble: messagesLate > 0,
    });
  }
  return tiles;
}
