import { useRef } from 'react';
import { Link } from 'react-router';
import { ApiError, NOT_LOGGED_IN } from '../../api/errors';
import type { Order, OrderPage, OrderedLine } from '../../api/types';
import { generalWords } from '#words/general';
import { ordersWords } from '#words/orders';
import { profileWords } from '#words/profile';
import { notifyError } from '../../messages/notify';
import { paths } from '../../paths';
import { orderMoneyWords } from '../../rules/order_money';
import { useCardsOf } from '../../stores/cards_of';
import { loadMoreOrders, ownOrders } from '../../stores/own_orders';
import { ALL } from '../../stores/resource';
import { setLoginFlag } from '../../stores/login';
import button from 'shared/ui/button.module.css';
import { useMore } from 'shared/ui/use_more';
import { AccountSection } from '../profile/AccountSection';
import { formatDay } from 'shared/rules/moment';
import { statusLabel } from '../../rules/order_life';
import { formatTotal } from 'shared/rules/rupees';
import { packLabel } from '../../rules/weight';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import { BuyAgain } from './BuyAgain';
import styles from './OwnOrders.module.css';

const texts = ordersWords;

/** The orders of the logged-in account. */
export function OwnOrders() {
  return (
    <AccountSection
      title={texts.accountTitle}
      intro={texts.accountIntro}
      resource={ownOrders}
      loginFirst={texts.loginFirst}
      failed={texts.failed}
    >
      {(page) => <OrderList page={page} />}
    </AccountSection>
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
      <p className={styles.earlier}>
        {texts.earlier} <EarlierOrders />
      </p>
    </div>
  );
}

function NoOrders() {
  return (
    <div className={styles.none}>
      <img src="/favicon.svg" alt="" width={96} height={96} />
      <p>{texts.none}</p>
      <p>{texts.earlier}</p>
      <Link className={button.primary} to={paths.shop}>
        {generalWords.continueShopping}
      </Link>
      <EarlierOrders />
      <Link className={button.quiet} to={paths.track}>
        {texts.trackInstead}
      </Link>
    </div>
  );
}

/** The link to the page that adds earlier guest orders to the account. */
function EarlierOrders() {
  return (
    <Link className={button.quiet} to={`${paths.profile('data')}#earlier-orders`}>
      {profileWords.claim}
    </Link>
  );
}

function tellFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === NOT_LOGGED_IN) setLoginFlag(false);
  else notifyError(texts.moreFailed);
}

/** An order in the list, with a link to its details. */
function OrderCard({ order, photo }: { order: Order; photo: string | null | undefined }) {
  const { orderNumber, placedAt, status, totalAmount, lines } = order;
  const [first] = lines;
  return (
    <li className={styles.card}>
      <div className={`${styles.plate} ${plateClass(first?.productId ?? orderNumber)}`}>
        <Picture photo={photo} alt="" width={96} height={120} sizes="96px" />
      </div>
      <div className={styles.words}>
        <h2>
          <Link to={paths.order(orderNumber)}>{texts.orderHeading(orderNumber)}</Link>
        </h2>
        <p>
          <b>{statusLabel(status)}</b> <time dateTime={placedAt}>{texts.placedOn(formatDay(placedAt))}</time>
        </p>
        {first && <p>{texts.contents(packsOf(first), lines.length - 1)}</p>}
        <p className={styles.total}>
          <span className="visuallyHidden">{texts.total} </span>
          {formatTotal(totalAmount)}
        </p>
        {moneyOf(order) && <p>{moneyOf(order)}</p>}
      </div>
      <BuyAgain order={order} />
    </li>
  );
}

/** The text about the order's money; empty if it is to be paid later or on delivery and is not paid yet. */
function moneyOf(order: Order): string {
  const { paymentMethod, paymentStatus = 'pending', mayCancel } = order;
  const isSaid = paymentStatus !== 'pending' || (paymentMethod === 'online' && mayCancel);
  return isSaid ? orderMoneyWords(order) : '';
}

function packsOf({ productName, weightInGrams, quantity }: OrderedLine): string {
  return texts.packs(productName, packLabel(weightInGrams), quantity);
}
