import { Link } from 'react-router';
import { formatTotal } from 'shared/rules/rupees';
import type { OwedOrder } from '../../api/money_by_hand';
import { dateWords } from '../../rules/days';
import { STATES } from '../../rules/order_states';
import { CHANNELS } from '../../rules/payments';
import { Chip } from '../../ui/Chip';
import card from '../../ui/card.module.css';
import note from '../../ui/note.module.css';
import styles from './payments.module.css';

/** Orders that were paid by hand and ended without the goods at the buyer: people give their money back. */
export function OwedList({ orders }: { orders: readonly OwedOrder[] }) {
  return (
    <section className={card.card} aria-labelledby="owed">
      <h2 id="owed">Money to give back</h2>
      <p className={note.soft}>
        These orders were paid by hand and did not stay with their buyers. Send the money, and enter on the
        order’s page how.
      </p>
      <ul className={styles.owed}>
        {orders.map(({ orderId, orderNumber, status, channel, amount, receivedOn }) => (
          <li key={orderId}>
            <Link to={`/orders/${orderNumber}`}>{orderNumber}</Link>
            <b>{formatTotal(amount)}</b>
            <Chip tone={STATES[status].tone}>{STATES[status].label}</Chip>
            <span className={note.soft}>
              {channel && `${CHANNELS[channel]}, `}came on {dateWords(receivedOn)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
