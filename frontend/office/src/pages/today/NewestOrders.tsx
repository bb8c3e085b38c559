import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatPrice } from 'shared/rules/rupees';
import { ordersQuery } from '../../api/queries';
import { placedWords } from '../../rules/days';
import { STATES } from '../../rules/order_states';
import { packsInShort } from '../../rules/packs';
import card from '../../ui/card.module.css';
import { Chip } from '../../ui/Chip';
import styles from './today.module.css';

/** The number of orders that fit next to the open work. */
const SHOWN = 5;

/** The newest orders. Hidden until they are loaded, because the page works without them. */
export function NewestOrders() {
  const query = useInfiniteQuery(ordersQuery('', []));
  const orders = query.data?.pages[0]?.orders.slice(0, SHOWN) ?? [];
  if (orders.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.newest}`} aria-labelledby="newest">
      <div className={styles.head}>
        <h2 id="newest">Newest orders</h2>
        <Link to="/orders">All orders</Link>
      </div>
      <ul>
        {orders.map(({ orderId, orderNumber, fullName, lines, total, placedAt, status }) => (
          <li key={orderId}>
            <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
            <span>
              {fullName}, {packsInShort(lines)}
            </span>
            <span className={styles.total}>{formatPrice(total)}</span>
            <time dateTime={placedAt}>{placedWords(placedAt)}</time>
            <Chip tone={STATES[status].tone}>{STATES[status].label}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
