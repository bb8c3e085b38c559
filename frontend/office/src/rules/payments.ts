import type { Order, PaymentChannel } from '../api/types';
import type { Tone } from './order_states';

/** The labels of the ways of payments that staff record. */
export const RECORDED_CHANNELS: Readonly<Record<Exclude<PaymentChannel, 'online'>, string>> = {
  cash_on_delivery: 'Cash on delivery, from the carrier',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  cash: 'Cash in hand',
};

/** The labels of all ways of payment. */
export const CHANNELS: Readonly<Record<PaymentChannel, string>> = {
  ...RECORDED_CHANNELS,
  online: 'Online, through the payment provider',
};

/** The labels of payment methods. */
export const METHODS: Readonly<Record<NonNullable<Order['paymentMethod']>, string>> = {
  cod: 'Cash on delivery',
  pay_later: 'Pay later',
  online: 'Online',
};

/** Returns true if a payment has a reference of the bank or the app. */
export function needsReference(channel: string): boolean {
  return channel === 'upi' || channel === 'bank_transfer';
}

type Paid = Pick<Order, 'paymentStatus' | 'paymentMethod' | 'status'>;

/** Describes whether an order is paid, or how it will be. */
export function paymentWords({ paymentStatus, paymentMethod }: Paid): string {
  if (paymentStatus !== 'pending') return STATUS_WORDS[paymentStatus];
  if (paymentMethod === 'online') return 'not paid yet';
  if (paymentMethod === 'cod') return 'COD';
  return paymentMethod === 'pay_later' ? 'unpaid, pays later' : 'unpaid';
}

const STATUS_WORDS: Readonly<Record<Exclude<Order['paymentStatus'], 'pending'>, string>> = {
  paid: 'paid',
  held: 'held: wrong amount',
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
};

/** Returns the tone of `paymentWords`. */
export function paymentTone({ paymentStatus, paymentMethod, status }: Paid): Tone {
  if (paymentStatus === 'paid') return 'ok';
  if (paymentStatus === 'held') return 'bad';
  return isUnpaid({ paymentStatus, paymentMethod, status }) ? 'wait' : 'plain';
}

/** Returns true if an order would ship without its money: it is unpaid, and it is not COD. */
export function isUnpaid({ paymentStatus, paymentMethod, status }: Paid): boolean {
  return paymentStatus === 'pending' && paymentMethod !== 'cod' && UNSENT.has(status);
}

/** The statuses in which a pay-later order still waits for its money. */
const PAID_LATER: ReadonlySet<Order['status']> = new Set([
  'placed',
  'confirmed',
  'packed',
  'shipped',
  'delivered',
]);

/** Returns true if the shopper can pay the order now, so that staff may send a payment request. */
export function canBePaidByShopper({ paymentStatus, paymentMethod, status }: Paid): boolean {
  if (paymentStatus !== 'pending') return false;
  if (paymentMethod === 'online') return status === 'placed';
  return paymentMethod === 'pay_later' && PAID_LATER.has(status);
}

/** Returns why the payment blocks confirming, packing or shipping, or undefined if it does not. */
export function moneyInTheWay(order: Paid): string | undefined {
  if (order.paymentStatus === 'held' && UNSENT.has(order.status)) {
    return 'The amount received differs from the total. Refund it, so that the shopper can pay again.';
  }
  if (order.paymentMethod !== 'online' || !isUnpaid(order)) return undefined;
  return 'The online payment has not arrived yet. The order is confirmed automatically when it does.';
}

const UNSENT: ReadonlySet<Order['status']> = new Set(['placed', 'confirmed', 'packed']);
