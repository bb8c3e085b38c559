import { useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { Order } from '../../api/types';
import { dateWords } from '../../rules/days';
import { CHANNELS, METHODS, paymentTone, paymentWords } from '../../rules/payments';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import { Chip } from '../../ui/Chip';
import styles from './order.module.css';
import { PaymentDialog } from './PaymentDialog';

/** How an order is paid, and the money that came. */
export function PaymentCard({ order }: { order: Order }) {
  const mayRecord = useMay('payments.record');
  const [isOpen, setIsOpen] = useState(false);
  const { payment, paymentMethod, paymentStatus, status } = order;
  return (
    <section className={card.card}>
      <h2>
        Payment <Chip tone={paymentTone(order)}>{paymentWords(order)}</Chip>
      </h2>
      <dl className={`${details.facts} ${styles.facts}`}>
        <dt>To pay</dt>
        <dd>{formatTotal(order.total)}</dd>
        <dt>Agreed</dt>
        <dd>{paymentMethod ? METHODS[paymentMethod] : 'nothing; delivery is extra'}</dd>
        {payment && (
          <>
            <dt>Came</dt>
            <dd>
              {formatTotal(payment.amount)} on {dateWords(payment.receivedOn)}
            </dd>
            <dt>By</dt>
            <dd>
              {CHANNELS[payment.channel]}
              {payment.reference && `, ${payment.reference}`}
            </dd>
            <dt>Written down</dt>
            <dd>{formatMoment(payment.recordedAt)}</dd>
          </>
        )}
      </dl>
      {mayRecord && paymentStatus === 'pending' && status !== 'cancelled' && (
        <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
          Record a payment…
        </button>
      )}
      {isOpen && <PaymentDialog order={order} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
