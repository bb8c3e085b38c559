import { useQuery } from '@connectrpc/connect-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { UnconfirmedOrderService } from '#contract/shop/order/v1/unconfirmed_orders_pb.js';
import type { HeldOrder, PackOf } from '../../api/held';
import { heldOrdersQuery } from '../../api/queries';
import { ordersWords } from '../../rules/cash';
import { endWords, heldAddress, spanWords } from '../../rules/held';
import { countPacks, packsWords, weightWords } from '../../rules/packs';
import { rowsOf } from '../../rules/rows';
import { packName } from '../../rules/stock';
import { useMay } from '../../session/use_me';
import { Chip } from '../../ui/Chip';
import { More } from '../../ui/More';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import { Transitions } from '../order/Transitions';
import styles from './held.module.css';

/** The unconfirmed orders, each with its actions from the order's page. */
export function HeldOrders({ pack }: { pack: PackOf | undefined }) {
  const query = useInfiniteQuery(heldOrdersQuery(pack));
  const { sumUnconfirmedPacks } = UnconfirmedOrderService.method;
  const packs = useQuery(sumUnconfirmedPacks, {}, { enabled: pack !== undefined }).data?.packs;
  const named = packs?.find(
    ({ productId, weightInGrams }) => productId === pack?.productId && weightInGrams === pack?.weightInGrams,
  );
  const mayTransition = useMay('orders.transition');
  const now = useNow();
  const orders = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.orders,
        ({ order }) => order.orderNumber,
      ),
    [query.data],
  );
  return (
    <section aria-labelledby="held-orders" className={styles.part}>
      <h2 id="held-orders">
        {pack ? <>Orders with {named ? packName(named.productName, named) : 'this pack'}</> : 'Orders'}
      </h2>
      {pack && (
        <p className={styles.note}>
          <Link to={heldAddress()}>Show every order</Link>
        </p>
      )}
      {!query.data ? (
        <Waiting query={query} what="the orders" />
      ) : orders.length === 0 ? (
        <Nothing>No order waits to be confirmed.</Nothing>
      ) : (
        <>
          <ul className={styles.orders}>
            {orders.map((held) => (
              <li key={held.order.orderId}>
                <OrderOf held={held} now={now} mayTransition={mayTransition} />
              </li>
            ))}
          </ul>
          <More query={query} shown={ordersWords(orders.length)} />
        </>
      )}
    </section>
  );
}

interface OrderOfProps {
  held: HeldOrder;
  now: number;
  mayTransition: boolean;
}

function OrderOf({ held: { order, endsAt }, now, mayTransition }: OrderOfProps) {
  const { words, tone } = endWords(endsAt, now);
  return (
    <article aria-label={order.orderNumber}>
      <p className={styles.head}>
        <Link className={styles.link} to={`/orders/${order.orderNumber}`}>
          {order.orderNumber}
        </Link>
        <Chip tone={tone}>{words}</Chip>
        <span className={styles.soft}>
          {order.fullName}, for{' '}
          <time dateTime={order.placedAt}>{spanWords(now - Date.parse(order.placedAt))}</time>
          {endsAt && <>, until {formatMoment(endsAt)}</>}
        </span>
      </p>
      <p>
        {packsWords(countPacks([order]))}:{' '}
        {order.lines
          .map(
            ({ productName, weightInGrams, quantity }) =>
              `${productName} ${weightWords(weightInGrams)} × ${quantity}`,
          )
          .join(', ')}
      </p>
      {mayTransition && <Transitions order={order} isPlain />}
    </article>
  );
}
