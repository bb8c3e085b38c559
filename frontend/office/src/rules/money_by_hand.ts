import * as v from 'valibot';
import type {
  ManualChannel,
  PaymentFinding,
  Refund,
  RefundedOrder,
  ReturnReason,
} from '../api/money_by_hand';
import type { OrderPayment } from '../api/payments';
import { formatTotal } from 'shared/rules/rupees';
import { dateRule } from './typed';

/** The labels of the ways in which staff send money back. */
export const MANUAL_CHANNELS: Readonly<Record<ManualChannel, string>> = {
  bank_transfer: 'Bank transfer',
  upi: 'UPI',
  cash: 'Cash in hand',
};

/** The labels of the reasons of manual refunds. */
export const RETURN_REASONS: Readonly<Record<ReturnReason, string>> = {
  cancelled: 'The order was cancelled, lost or returned',
  returned: 'Packs were returned',
  goodwill: 'Goodwill',
};

/** The form fields of a manual refund. */
export const sentFields = {
  channel: v.picklist(['bank_transfer', 'upi', 'cash'], 'Choose how it was sent.'),
  reference: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter the UTR, or the person who took the cash.'),
    v.maxLength(60, '60 characters at most.'),
  ),
  sentOn: dateRule,
};

/** Returns the label and the hint of the reference field. */
export function referenceWords(channel: string): { label: string; hint: string } {
  return channel === 'cash'
    ? { label: 'Paid to', hint: 'The person who took the cash.' }
    : { label: 'UTR', hint: 'The number that the bank or the app shows for this transfer.' };
}

/** Returns true if staff must send the refund. The shop's own UPI address can receive money but not send it. */
export function isToBeSentByHand(
  { provider }: Pick<OrderPayment, 'provider'>,
  { state }: Pick<Refund, 'state'>,
): boolean {
  return provider === 'upi' && state === 'wanted';
}

/** Returns true if staff may send a refund that failed at the provider, unless another refund took its place. */
export function maySendInstead(
  { left }: Pick<OrderPayment, 'left'>,
  { state, amount }: Pick<Refund, 'state' | 'amount'>,
): boolean {
  return state === 'failed' && left >= amount;
}

/** Returns the refund that a payment issue asks staff to send, if any. */
export function refundToSend({ kind, refundId }: PaymentFinding): string | undefined {
  return ['refund_by_hand', 'refund_failed', 'refund_waiting'].includes(kind) ? refundId : undefined;
}

/** Rupees are floats. */
const paise = (rupees: number) => Math.round(rupees * 100);

type Paid = Pick<RefundedOrder, 'payment' | 'refunded' | 'refunding'>;

/** Returns the sum that staff can still refund by hand, in rupees. Payments through a provider are refunded there. */
export function leftByHand({ payment, refunded = 0, refunding = 0 }: Paid): number {
  if (!payment || payment.channel === 'online') return 0;
  return (paise(payment.amount) - paise(refunded) - paise(refunding)) / 100;
}

/** Describes what happens to the money of a cancelled order; undefined if none is left to refund. */
export function cancelledMoney({
  payment,
  refunded = 0,
  refunding = 0,
  email,
}: Paid & Pick<RefundedOrder, 'email'>): string | undefined {
  if (!payment) return undefined;
  const left = (paise(payment.amount) - paise(refunded) - paise(refunding)) / 100;
  if (left <= 0) return undefined;
  return payment.channel === 'online'
    ? `The shopper paid ${formatTotal(left)} online: it is refunded automatically${email && ', and the shopper gets an email'}.`
    : `The shopper paid ${formatTotal(left)}: send it back, and record the refund here.${email && ' The shopper gets an email then.'}`;
}

/** Returns the usual reason of a refund for the order's status. */
export function usualReturnReason({ status }: Pick<RefundedOrder, 'status'>): ReturnReason {
  if (['cancelled', 'returned_to_origin', 'lost'].includes(status)) return 'cancelled';
  return status === 'returned' ? 'returned' : 'goodwill';
}
