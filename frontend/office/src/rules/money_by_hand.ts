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

/** By which ways people send money back, as staff say it. */
export const MANUAL_CHANNELS: Readonly<Record<ManualChannel, string>> = {
  bank_transfer: 'Bank transfer',
  upi: 'UPI',
  cash: 'Cash in hand',
};

/** Why people gave money back, as staff say it. */
export const RETURN_REASONS: Readonly<Record<ReturnReason, string>> = {
  cancelled: 'The order was cancelled, lost or came back',
  returned: 'Packs came back',
  goodwill: 'Goodwill',
};

/** How money was sent, as it is typed. */
export const sentFields = {
  channel: v.picklist(['bank_transfer', 'upi', 'cash'], 'Choose how it was sent.'),
  reference: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter the bank’s number, or who took the cash.'),
    v.maxLength(60, '60 characters at most.'),
  ),
  sentOn: dateRule,
};

/** What the reference of a way is called, and what to enter there. */
export function referenceWords(channel: string): { label: string; hint: string } {
  return channel === 'cash'
    ? { label: 'Who took it', hint: 'The name of whoever the cash was given to.' }
    : { label: 'UTR', hint: 'The number that the bank or the app shows for this transfer.' };
}

/** Whether nobody but people sends a refund: the shop's own UPI address takes money and sends none. */
export function isToBeSentByHand(
  { provider }: Pick<OrderPayment, 'provider'>,
  { state }: Pick<Refund, 'state'>,
): boolean {
  return provider === 'upi' && state === 'wanted';
}

/** Whether people may send a refund that the provider could not: unless something else went in its place. */
export function maySendInstead(
  { left }: Pick<OrderPayment, 'left'>,
  { state, amount }: Pick<Refund, 'state' | 'amount'>,
): boolean {
  return state === 'failed' && left >= amount;
}

/** The refund that a finding asks people to send; none when it asks for something else. */
export function refundToSend({ kind, refundId }: PaymentFinding): string | undefined {
  return ['refund_by_hand', 'refund_failed', 'refund_waiting'].includes(kind) ? refundId : undefined;
}

/** Rupees are floats. */
const paise = (rupees: number) => Math.round(rupees * 100);

type Paid = Pick<RefundedOrder, 'payment' | 'refunded' | 'refunding'>;

/** What people may give back by hand of an order's money, in rupees: nothing of what came through a provider. */
export function leftByHand({ payment, refunded = 0, refunding = 0 }: Paid): number {
  if (!payment || payment.channel === 'online') return 0;
  return (paise(payment.amount) - paise(refunded) - paise(refunding)) / 100;
}

/** What becomes of the money of an order that is cancelled; nothing where none came. */
export function cancelledMoney({ payment, refunded = 0, refunding = 0 }: Paid): string | undefined {
  if (!payment) return undefined;
  const left = (paise(payment.amount) - paise(refunded) - paise(refunding)) / 100;
  if (left <= 0) return undefined;
  return payment.channel === 'online'
    ? `The shopper paid ${formatTotal(left)} online: it is refunded by itself, and the shopper is told by mail.`
    : `The shopper paid ${formatTotal(left)}: send it back, and record the refund here. The shopper is told by mail then.`;
}

/** Why an order's money goes back, by how it stands. */
export function usualReturnReason({ status }: Pick<RefundedOrder, 'status'>): ReturnReason {
  if (['cancelled', 'came_back', 'lost'].includes(status)) return 'cancelled';
  return status === 'returned' ? 'returned' : 'goodwill';
}
