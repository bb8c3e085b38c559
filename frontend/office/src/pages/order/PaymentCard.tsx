import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { RecordedRefund, RefundedOrder } from '../../api/money_by_hand';
import { requestPayment } from '../../api/calls';
import { wordsOf } from '../../api/errors';
import { recordedRefundsQuery } from '../../api/queries';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { dateWords } from '../../rules/days';
import { leftByHand, MANUAL_CHANNELS, RETURN_REASONS } from '../../rules/money_by_hand';
import { CHANNELS, METHODS, paymentTone, paymentWords, canBePaidByShopper } from '../../rules/payments';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import { Chip } from '../../ui/Chip';
import styles from './order.module.css';
import { PaymentDialog } from './PaymentDialog';
import { RecordRefundDialog } from './RecordRefundDialog';

/** The payment method of an order, and its recorded payment. */
export function PaymentCard({ order }: { order: RefundedOrder }) {
  const mayRecord = useMay('payments.record');
  const mayRefund = useMay('payments.refund');
  const maySeeRefunds = useMay('payments.read');
  const [isOpen, setIsOpen] = useState(false);
  const [isRecordingRefund, setIsRecordingRefund] = useState(false);
  const mayAsk = useMay('orders.correct');
  const [isAsking, setIsAsking] = useState(false);

  async function ask() {
    if (isAsking) return;
    setIsAsking(true);
    try {
      notifyDone(`How to pay: emailed to ${await requestPayment(order.orderNumber)}.`);
    } catch (error) {
      notifyFailed(wordsOf(error));
    }
    setIsAsking(false);
  }

  const left = leftByHand(order);
  const { payment, paymentMethod, paymentStatus, status } = order;
  return (
    <section className={card.card}>
      <h2>
        Payment <Chip tone={paymentTone(order)}>{paymentWords(order)}</Chip>
      </h2>
      <dl className={`${details.facts} ${styles.facts}`}>
        <dt>To pay</dt>
        <dd>{formatTotal(order.total)}</dd>
        <dt>Payment method</dt>
        <dd>{paymentMethod ? METHODS[paymentMethod] : 'not chosen; delivery is extra'}</dd>
        {payment && (
          <>
            <dt>Received</dt>
            <dd>
              {formatTotal(payment.amount)} on {dateWords(payment.receivedOn)}
            </dd>
            <dt>By</dt>
            <dd>
              {CHANNELS[payment.channel]}
              {payment.reference && `, ${payment.reference}`}
            </dd>
            <dt>Recorded</dt>
            <dd>{formatMoment(payment.recordedAt)}</dd>
          </>
        )}
      </dl>
      {mayRecord && paymentStatus === 'pending' && status !== 'cancelled' && (
        <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
          Record a payment…
        </button>
      )}
      {mayAsk && order.email !== '' && canBePaidByShopper(order) && (
        <button
          type="button"
          className={button.quiet}
          aria-disabled={isAsking || undefined}
          onClick={() => void ask()}
        >
          {isAsking ? 'One moment…' : 'Email how to pay'}
        </button>
      )}
      {maySeeRefunds && payment && payment.channel !== 'online' && (order.refunded ?? 0) > 0 && (
        <GivenBack orderNumber={order.orderNumber} />
      )}
      {mayRefund && left > 0 && (
        <button type="button" className={button.quiet} onClick={() => setIsRecordingRefund(true)}>
          Record a refund…
        </button>
      )}
      {isRecordingRefund && (
        <RecordRefundDialog order={order} most={left} onClose={() => setIsRecordingRefund(false)} />
      )}
      {isOpen && <PaymentDialog order={order} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

/** The manual refunds of an order. */
function GivenBack({ orderNumber }: { orderNumber: string }) {
  const { data: refunds } = useQuery(recordedRefundsQuery(orderNumber));
  if (!refunds || refunds.length === 0) return null;
  return (
    <ul className={styles.refunds} aria-label="Refunds recorded">
      {refunds.map((refund) => (
        <GivenBackFacts key={refund.refundId} refund={refund} />
      ))}
    </ul>
  );
}

function GivenBackFacts({ refund }: { refund: RecordedRefund }) {
  const { amount, channel, reference, sentOn, reason } = refund;
  return (
    <li>
      <span>
        <b>{formatTotal(amount)}</b> refunded on {dateWords(sentOn)}
      </span>
      <span className={styles.when}>
        {channel ? MANUAL_CHANNELS[channel] : 'By hand'}, {reference}
        {reason && `. ${RETURN_REASONS[reason]}`}
      </span>
    </li>
  );
}
