import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { OwedOrder, UnpaidOrder } from '../../api/money_by_hand';
import { dateWords } from '../../rules/days';
import { STATES } from '../../rules/order_states';
import { CHANNELS } from '../../rules/payments';
import { Chip } from '../../ui/Chip';
import card from '../../ui/card.module.css';
import note from '../../ui/note.module.css';
import styles from './payments.module.css';

/** Orders with refunds due. */
export function OwedList({ orders }: { orders: readonly OwedOrder[] }) {
  return (
    <section className={card.card} aria-labelledby="owed">
      <h2 id="owed">Money to refund</h2>
      <p className={note.soft}>
        These orders were cancelled, lost or returned after payment. Refund the money on the order’s page.
      </p>
      <ul className={styles.owed}>
        {orders.map(({ orderId, orderNumber, status, channel, amount, receivedOn }) => (
          <li key={orderId}>
            <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
            <b>{formatTotal(amount)}</b>
            <Chip tone={STATES[status].tone}>{STATES[status].label}</Chip>
            <span className={note.soft}>
              {channel && `${CHANNELS[channel]}, `}received on {dateWords(receivedOn)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Unpaid pay-later orders. */
export function UnpaidList({ orders }: { orders: readonly UnpaidOrder[] }) {
  return (
    <section className={card.card} aria-labelledby="unpaid">
      <h2 id="unpaid">Pay later, not paid yet</h2>
      <p className={note.soft}>
        Tell these shoppers how to pay. When the payment arrives, record it on the order’s page.
      </p>
      <ul className={styles.owed}>
        {orders.map(({ orderId, orderNumber, status, amount, placedAt }) => (
          <li key={orderId}>
            <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
            <b>{formatTotal(amount)}</b>
            <Chip tone={STATES[status].tone}>{STATES[status].label}</Chip>
            <span className={note.soft}>placed {formatMoment(placedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
