import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { Refund } from '../../api/money_by_hand';
import type { OrderPayment } from '../../api/payments';
import { orderPaymentsQuery } from '../../api/queries';
import { dateWords } from '../../rules/days';
import { isToBeSentByHand, MANUAL_CHANNELS, maySendInstead } from '../../rules/money_by_hand';
import {
  FINDING_KINDS,
  mayGoBack,
  PAYMENT_STATES,
  providerWords,
  REFUND_REASONS,
  REFUND_STATES,
} from '../../rules/online_payments';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Chip } from '../../ui/Chip';
import details from '../../ui/details.module.css';
import { Waiting } from '../../ui/Waiting';
import { SentByHandDialog } from '../payments/SentByHandDialog';
import styles from './order.module.css';
import { RefundDialog } from './RefundDialog';

interface MoneyCardProps {
  orderNumber: string;
  /** True for an online order. Its card is shown even without a payment. */
  isOnline: boolean;
}

/** The online payments and refunds of an order, with unpaid attempts. Hidden if the order never had an online payment. */
export function MoneyCard({ orderNumber, isOnline }: MoneyCardProps) {
  const query = useQuery(orderPaymentsQuery(orderNumber));
  const payments = query.data;
  if (!isOnline && (!payments || payments.length === 0)) return null;
  return (
    <section className={card.card}>
      <h2>Online payments</h2>
      {!payments ? (
        <Waiting query={query} what="the payments" />
      ) : payments.length === 0 ? (
        <p>The shopper has not opened the payment yet.</p>
      ) : (
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <li key={payment.paymentId}>
              <PaymentFacts payment={payment} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PaymentFacts({ payment }: { payment: OrderPayment }) {
  const mayRefund = useMay('payments.refund');
  const [isOpen, setIsOpen] = useState(false);
  const { state, asked, paid, fee, left, refunds, startedAt, paidAt, provider, providerPaymentId } = payment;
  const { label, tone } = PAYMENT_STATES[state];
  return (
    <>
      <p className={styles.state}>
        <b>{formatTotal(paid || asked)}</b> <Chip tone={tone}>{label}</Chip>
      </p>
      <dl className={details.facts}>
        {asked > 0 && (
          <>
            <dt>Requested</dt>
            <dd>
              {formatTotal(asked)}, {formatMoment(startedAt)}
            </dd>
          </>
        )}
        {paidAt && (
          <>
            <dt>Received</dt>
            <dd>
              {formatTotal(paid)}, {formatMoment(paidAt)}
            </dd>
          </>
        )}
        {fee > 0 && (
          <>
            <dt>Fee</dt>
            <dd>{formatTotal(fee)}, kept by the provider</dd>
          </>
        )}
        <dt>By</dt>
        <dd>
          {providerWords(provider)}
          {providerPaymentId && `, ${providerPaymentId}`}
        </dd>
      </dl>
      {refunds.length > 0 && (
        <ul className={styles.refunds} aria-label="Refunds">
          {refunds.map((refund) => (
            <RefundFacts key={refund.refundId} payment={payment} refund={refund} />
          ))}
        </ul>
      )}
      {mayRefund && mayGoBack(payment) && (
        <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
          Refund…
        </button>
      )}
      {isOpen && <RefundDialog payment={payment} most={left} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RefundFacts({ payment, refund }: { payment: OrderPayment; refund: Refund }) {
  const maySend = useMay('payments.refund');
  const [isOpen, setIsOpen] = useState(false);
  const { refundId, amount, state, reason, changedAt, manual } = refund;
  const isByHand = isToBeSentByHand(payment, refund);
  const { label, tone } = isByHand ? SENT_BY_PEOPLE : REFUND_STATES[state];
  return (
    <li>
      <span>
        <b>{formatTotal(amount)}</b> refund <Chip tone={tone}>{label}</Chip>
      </span>
      <span className={styles.when}>
        {REFUND_REASONS[reason]}, <time dateTime={changedAt}>{formatMoment(changedAt)}</time>
      </span>
      {manual && (
        <span className={styles.when}>
          {manual.channel ? MANUAL_CHANNELS[manual.channel] : 'By hand'}, {manual.reference}, on{' '}
          {dateWords(manual.sentOn)}
        </span>
      )}
      {maySend && (isByHand || maySendInstead(payment, refund)) && (
        <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
          Record as sent…
        </button>
      )}
      {isOpen && (
        <SentByHandDialog
          refundId={refundId}
          orderNumber={payment.orderNumber}
          amount={amount}
          onClose={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}

/** The label of a refund that staff must send. */
const SENT_BY_PEOPLE = FINDING_KINDS.refund_by_hand;
