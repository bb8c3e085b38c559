import type { Order, PaymentChannel } from '../api/types';
import type { Tone } from './order_states';

/** By which ways money comes that somebody writes down, as staff say it. */
export const RECORDED_CHANNELS: Readonly<Record<Exclude<PaymentChannel, 'online'>, string>> = {
  cash_on_delivery: 'Cash on delivery, from the carrier',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  cash: 'Cash in hand',
};

/** By which way money came, as staff say it. */
export const CHANNELS: Readonly<Record<PaymentChannel, string>> = {
  ...RECORDED_CHANNELS,
  online: 'Online, through the payment provider',
};

/** How an order is paid, as staff say it. */
export const METHODS: Readonly<Record<NonNullable<Order['paymentMethod']>, string>> = {
  cod: 'Cash on delivery',
  pay_later: 'Pay later',
  online: 'Online',
};

/** Whether the bank or the app has a reference for it, by which it is found again. */
export function needsReference(channel: string): boolean {
  return channel === 'upi' || channel === 'bank_transfer';
}

type Paid = Pick<Order, 'paymentStatus' | 'paymentMethod' | 'status'>;

/** Whether an order is paid, or how it will be. */
export function paymentWords({ paymentStatus, paymentMethod }: Paid): string {
  if (paymentStatus !== 'pending') return STATUS_WORDS[paymentStatus];
  if (paymentMethod === 'online') return 'not paid yet';
  if (paymentMethod === 'cod') return 'COD';
  return paymentMethod === 'pay_later' ? 'unpaid, pays later' : 'unpaid';
}

const STATUS_WORDS: Readonly<Record<Exclude<Order['paymentStatus'], 'pending'>, string>> = {
  paid: 'paid',
  held: 'held: another sum came',
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
};

/** How that looks. */
export function paymentTone({ paymentStatus, paymentMethod, status }: Paid): Tone {
  if (paymentStatus === 'paid') return 'ok';
  if (paymentStatus === 'held') return 'bad';
  return isUnpaid({ paymentStatus, paymentMethod, status }) ? 'wait' : 'plain';
}

/** Whether an order would be sent without its money: none came, and no carrier collects it at the door. */
export function isUnpaid({ paymentStatus, paymentMethod, status }: Paid): boolean {
  return paymentStatus === 'pending' && paymentMethod !== 'cod' && UNSENT.has(status);
}

/** States in which an order that is paid later still waits for its money. */
const PAID_LATER: ReadonlySet<Order['status']> = new Set([
  'placed',
  'confirmed',
  'packed',
  'shipped',
  'delivered',
]);

/** Whether an order waits for money that its shopper can send now, so that staff may ask for it. */
export function canBePaidByShopper({ paymentStatus, paymentMethod, status }: Paid): boolean {
  if (paymentStatus !== 'pending') return false;
  if (paymentMethod === 'online') return status === 'placed';
  return paymentMethod === 'pay_later' && PAID_LATER.has(status);
}

/** Why an order cannot be confirmed, packed or shipped for its money; nothing where money is not in the way. */
export function moneyInTheWay(order: Paid): string | undefined {
  if (order.paymentStatus === 'held' && UNSENT.has(order.status)) {
    return 'Another sum came than this order costs. Refund it: then the shopper can pay again.';
  }
  if (order.paymentMethod !== 'online' || !isUnpaid(order)) return undefined;
  return 'It is paid online, and the money is not there yet. It is confirmed by itself when the money comes.';
}

const UNSENT: ReadonlySet<Order['status']> = new Set(['placed', 'confirmed', 'packed']);
