import { useRef } from 'react';
import { Link } from 'react-router';
import { listOrders } from '../../api/client';
import type { OrderPage } from '../../api/types';
import { usePageHead } from '../../navigation/use_page_head';
import { generalWords } from '#words/general';
import { ordersWords } from '#words/orders';
import { paths } from '../../paths';
import button from '../../ui/button.module.css';
import { Absent } from './Absent';
import { OrderCard } from './OrderCard';
import orders from './orders.module.css';
import styles from './OwnOrders.module.css';
import { useMoreOrders } from './use_more_orders';
import { useOwn } from './use_own';

const texts = ordersWords;
const firstPage = () => listOrders();

/** The orders of the account that is logged in. */
export function OwnOrders() {
  usePageHead(texts.accountTitle, texts.accountIntro);
  const { own, setData, again } = useOwn(firstPage);
  return (
    <div className={`wrap ${orders.page}`}>
      <div className={orders.words}>
        <h1>{texts.accountTitle}</h1>
        <p>{texts.accountIntro}</p>
      </div>
      {own.kind === 'there' ? (
        <OrderList page={own.data} onMore={(more) => setData((page) => behind(page, more))} />
      ) : (
        <Absent kind={own.kind} onRetry={again} />
      )}
    </div>
  );
}

interface OrderListProps {
  page: OrderPage;
  onMore: (more: OrderPage) => void;
}

function OrderList({ page, onMore }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { loading, load } = useMoreOrders(list, page, onMore);
  if (page.orders.length === 0) return <NoOrders />;
  return (
    <div>
      <ul ref={list} className={styles.list}>
        {page.orders.map((order) => (
          <OrderCard key={order.orderId} order={order} />
        ))}
      </ul>
      {page.next !== null && (
        <button
          type="button"
          className={`${button.outline} ${styles.more}`}
          aria-disabled={loading || undefined}
          onClick={load}
        >
          {loading ? texts.loadingMore : texts.more}
        </button>
      )}
    </div>
  );
}

function NoOrders() {
  return (
    <div className={styles.none}>
      <img src="/favicon.svg" alt="" width={96} height={96} />
      <p>
        {texts.none} {texts.notYoursHint}
      </p>
      <Link className={button.primary} to={paths.shop}>
        {generalWords.continueShopping}
      </Link>
      <Link className={button.quiet} to={paths.track}>
        {texts.trackInstead}
      </Link>
    </div>
  );
}

/** Two pages as one. An order that was placed meanwhile moves the others on, so that one may come twice. */
function behind(page: OrderPage, more: OrderPage): OrderPage {
  const known = new Set(page.orders.map(({ orderId }) => orderId));
  return {
    orders: [...page.orders, ...more.orders.filter(({ orderId }) => !known.has(orderId))],
    next: more.next,
  };
}
