import { useRef } from 'react';
import { Link } from 'react-router';
import { ApiError, NOT_LOGGED_IN } from '../../api/errors';
import type { OrderPage } from '../../api/types';
import { usePageHead } from '../../navigation/use_page_head';
import { generalWords } from '#words/general';
import { ordersWords } from '#words/orders';
import { notifyError } from '../../notify';
import { paths } from '../../paths';
import { useCardsOf } from '../../stores/cards_of';
import { loadMoreOrders, ownOrders } from '../../stores/own_orders';
import { ALL } from '../../stores/resource';
import { setLoginFlag } from '../../stores/login';
import button from 'shared/ui/button.module.css';
import { useMore } from 'shared/ui/use_more';
import { Absent } from './Absent';
import { OrderCard } from './OrderCard';
import orders from './orders.module.css';
import styles from './OwnOrders.module.css';
import { useOwn } from './use_own';

const texts = ordersWords;

/** The orders of the account that is logged in. */
export function OwnOrders() {
  usePageHead(texts.accountTitle, texts.accountIntro);
  const { own, again } = useOwn(ownOrders, ALL);
  return (
    <div className={`wrap ${orders.page}`}>
      <div className={orders.words}>
        <h1>{texts.accountTitle}</h1>
        <p>{texts.accountIntro}</p>
      </div>
      {own.kind === 'there' ? <OrderList page={own.data} /> : <Absent kind={own.kind} onRetry={again} />}
    </div>
  );
}

function OrderList({ page }: { page: OrderPage }) {
  const list = useRef<HTMLUListElement>(null);
  const more = useMore(list, () => loadMoreOrders(ALL), tellFailure);
  const cards = useCardsOf(page.orders.flatMap(({ lines: [first] }) => first?.productId ?? []));
  if (page.orders.length === 0) return <NoOrders />;
  return (
    <div>
      <ul ref={list} className={styles.list}>
        {page.orders.map((order) => (
          <OrderCard
            key={order.orderId}
            order={order}
            photo={cards.get(order.lines[0]?.productId ?? '')?.photo}
          />
        ))}
      </ul>
      {page.next !== null && (
        <button
          type="button"
          className={`${button.outline} ${styles.more}`}
          aria-disabled={more.loading || undefined}
          onClick={more.show}
        >
          {more.loading ? texts.loadingMore : texts.more}
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

function tellFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === NOT_LOGGED_IN) setLoginFlag(false);
  else notifyError(texts.moreFailed);
}
