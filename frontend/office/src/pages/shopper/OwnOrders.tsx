import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import { ordersQuery } from '../../api/queries';
import { STATES } from '../../rules/order_states';
import { packsInShort } from '../../rules/packs';
import { searchedAddress } from '../../rules/search_text';
import card from '../../ui/card.module.css';
import { Chip } from '../../ui/Chip';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './shopper.module.css';

/** The most orders here; the list of orders shows the rest. */
const MOST = 10;

/** The orders with this email address, including guest orders, newest first. */
export function OwnOrders({ email }: { email: string }) {
  const query = useInfiniteQuery(ordersQuery(email, []));
  const [page] = query.data?.pages ?? [];
  const hasMore = page && (page.orders.length > MOST || page.next);
  return (
    <section className={card.card}>
      <h2>Orders of this email</h2>
      {!page ? (
        <Waiting query={query} what="their orders" />
      ) : page.orders.length === 0 ? (
        <Nothing>No orders yet.</Nothing>
      ) : (
        <ul className={styles.orders}>
          {page.orders.slice(0, MOST).map(({ orderNumber, placedAt, status, lines, total }) => (
            <li key={orderNumber}>
              <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
              <span className={styles.packs}>{packsInShort(lines)}</span>
              <time dateTime={placedAt}>{formatDay(placedAt)}</time>
              <span className={styles.total}>{formatTotal(total)}</span>
              <Chip tone={STATES[status].tone}>{STATES[status].label}</Chip>
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p className={styles.all}>
          <Link to={searchedAddress('/orders', email)}>All orders of this shopper</Link>
        </p>
      )}
    </section>
  );
}
