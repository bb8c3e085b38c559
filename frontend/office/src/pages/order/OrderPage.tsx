import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import { ApiError } from '../../api/errors';
import { orderQuery, reservedPacksQuery } from '../../api/queries';
import type { Order } from '../../api/types';
import { batchesWords, packsOfLine } from '../../rules/batches';
import { dateWords } from '../../rules/days';
import { endWords } from '../../rules/held';
import { mayHaveDocuments } from '../../rules/online_payments';
import { SOURCES } from '../../rules/order_sources';
import { STATES } from '../../rules/order_states';
import { weightWords } from '../../rules/packs';
import { takesQuantities } from '../../rules/quantities';
import { mayBeCorrected } from '../../rules/receiver';
import { formatTotal } from 'shared/rules/rupees';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import { Chip } from '../../ui/Chip';
import { EmailLink } from '../../ui/EmailLink';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import table from '../../ui/table.module.css';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import { AddressDialog } from './AddressDialog';
import { DocumentsCard } from './DocumentsCard';
import { MoneyCard } from './MoneyCard';
import { NotesCard } from './NotesCard';
import styles from './order.module.css';
import { ParcelCard } from './ParcelCard';
import { PaymentCard } from './PaymentCard';
import { QuantitiesDialog } from './QuantitiesDialog';
import { Timeline } from './Timeline';
import { Transitions } from './Transitions';

/** An order with all its details and status changes. */
export default function OrderPage() {
  const { number = '' } = useParams();
  const query = useQuery(orderQuery(number));
  const mayTransition = useMay('orders.transition');
  const mayReadPayments = useMay('payments.read');
  const order = query.data;

  if (!order) {
    const isUnknown = query.error instanceof ApiError && query.error.status === 404;
    return (
      <>
        <PageHead title={`Order ${number}`} />
        {isUnknown ? <Nothing>There is no such order.</Nothing> : <Waiting query={query} what="the order" />}
      </>
    );
  }
  const { label, tone } = STATES[order.status];
  return (
    <>
      <PageHead title={order.orderNumber} beside={<Chip tone={tone}>{label}</Chip>}>
        <Link className={button.quiet} to={`/orders/print?view=labels&numbers=${order.orderNumber}`}>
          <Icon name="print" /> Label
        </Link>
        <Link className={button.quiet} to={`/orders/print?view=slips&numbers=${order.orderNumber}`}>
          <Icon name="print" /> Slip
        </Link>
      </PageHead>
      <p className={styles.placed}>
        Placed {formatMoment(order.placedAt)} {SOURCES[order.source]} ·{' '}
        {order.hasAccount ? 'with an account' : 'as a guest'}
      </p>
      <End order={order} />
      {mayTransition && <Transitions key={order.orderNumber} order={order} />}
      <div className={details.columns}>
        <div className={details.column}>
          <Contents order={order} />
          <section className={card.card}>
            <h2>History</h2>
            <Timeline order={order} />
          </section>
          <NotesCard key={order.orderNumber} orderNumber={order.orderNumber} />
        </div>
        <div className={details.column}>
          <Receiver order={order} />
          <ParcelCard orderNumber={order.orderNumber} />
          <PaymentCard order={order} />
          {mayReadPayments && (
            <MoneyCard
              key={order.orderNumber}
              orderNumber={order.orderNumber}
              isOnline={order.paymentMethod === 'online'}
            />
          )}
          {mayHaveDocuments(order) && <DocumentsCard order={order} />}
        </div>
      </div>
    </>
  );
}

/** Shows when an unconfirmed or unpaid online order expires. */
function End({ order: { endsAt, paymentMethod } }: { order: Order }) {
  const now = useNow();
  if (!endsAt) return null;
  const { words, tone } = endWords(endsAt, now);
  return (
    <p className={styles.placed}>
      <Chip tone={tone}>{words}</Chip> It is cancelled automatically on {formatMoment(endsAt)} unless{' '}
      {paymentMethod === 'online' ? 'it is paid' : 'you confirm it'}.
    </p>
  );
}

function Contents({ order }: { order: Order }) {
  const mayCorrect = useMay('orders.correct') && takesQuantities(order);
  const [isOpen, setIsOpen] = useState(false);
  const { lines, charges, total } = order;
  const reserved = useQuery(reservedPacksQuery([order.orderId])).data?.get(order.orderId) ?? [];
  return (
    <section className={card.card}>
      <h2>Items</h2>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>Pack</th>
              <th data-align="end">Packs</th>
              <th data-align="end">Each</th>
              <th data-align="end">Sum</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.productId} ${line.weightInGrams}`}>
                <td>
                  <b>
                    {line.productName} {weightWords(line.weightInGrams)}
                  </b>
                  <span className={styles.sku}>{line.sku}</span>
                  <span className={styles.sku}>{batchesWords(packsOfLine(reserved, line))}</span>
                </td>
                <td data-align="end">
                  <b>{line.quantity}</b>
                </td>
                <td data-align="end">{formatTotal(line.unitPrice)}</td>
                <td data-align="end">{formatTotal(line.lineTotal)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {charges.map(({ kind, label, amount }) => (
              <tr key={kind}>
                <td colSpan={3}>{label}</td>
                <td data-align="end">{formatTotal(amount)}</td>
              </tr>
            ))}
            <tr className={styles.total}>
              <td colSpan={3}>Total</td>
              <td data-align="end">{formatTotal(total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {mayCorrect && (
        <button type="button" className={`${button.quiet} ${styles.correct}`} onClick={() => setIsOpen(true)}>
          Correct the quantities…
        </button>
      )}
      {isOpen && <QuantitiesDialog order={order} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function Receiver({ order }: { order: Order }) {
  const mayCorrect = useMay('orders.correct') && mayBeCorrected(order);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={card.card}>
      <h2>Ship to</h2>
      <address className={styles.address}>
        <b>{order.fullName}</b>
        <span>{order.deliveryAddress}</span>
        {order.state && (
          <span>
            {order.district}, {order.state}
          </span>
        )}
        <b>{order.pincode}</b>
        <a href={`tel:+91${order.mobileNumber}`}>{order.mobileNumber}</a>
        {order.email && <EmailLink email={order.email} />}
      </address>
      {order.latestOn && <p>Promised by {dateWords(order.latestOn)}.</p>}
      {mayCorrect && (
        <button type="button" className={`${button.quiet} ${styles.correct}`} onClick={() => setIsOpen(true)}>
          Correct the address…
        </button>
      )}
      {isOpen && <AddressDialog order={order} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
