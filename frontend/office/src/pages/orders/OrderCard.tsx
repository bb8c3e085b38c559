import { Link } from 'react-router';
import { formatPrice } from 'shared/rules/rupees';
import type { Order } from '../../api/types';
import type { Outcome } from '../../rules/bulk';
import { placedWords } from '../../rules/days';
import { STATES } from '../../rules/order_states';
import { packsInShort } from '../../rules/packs';
import { Chip } from '../../ui/Chip';
import { PaymentMark } from './PaymentMark';
import styles from './orders.module.css';

/** An order in the list on a phone. */
export function OrderCard({ order, outcome }: { order: Order; outcome: Outcome | undefined }) {
  const { label, tone } = STATES[order.status];
  return (
    <>
      <p>
        <Link to={`/orders/${order.orderNumber}`}>{order.orderNumber}</Link>
        <Chip tone={tone}>{label}</Chip>
      </p>
      <p>
        <span>{packsInShort(order.lines)}</span>
        <span>
          {formatPrice(order.total)} · <PaymentMark order={order} />
        </span>
      </p>
      <p className={styles.soft}>
        <span>
          {order.fullName}, {order.pincode}
        </span>
        <time dateTime={order.placedAt}>{placedWords(order.placedAt)}</time>
      </p>
      {outcome && outcome.kind !== 'done' && <p className={styles.outcome}>{outcome.words}</p>}
    </>
  );
}
