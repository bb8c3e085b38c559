import type { Order, PaymentChannel } from '../api/types';
import type { Tone } from './order_states';

/** By which way money came, as staff say it. */
export const CHANNELS: Readonly<Record<PaymentChannel, string>> = {
  cash_on_delivery: 'Cash on delivery, from the carrier',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  cash: 'Cash in hand',
};

/** Whether the bank or the app has a reference for it, by which it is found again. */
export function needsReference(channel: string): boolean {
  return channel === 'upi' || channel === 'bank_transfer';
}

type Paid = Pick<Order, 'paymentStatus' | 'paymentMethod' | 'status'>;

/** Whether an order is paid, or how it will be. */
export function paymentWords({ paymentStatus, paymentMethod }: Paid): string {
  if (paymentStatus === 'paid') return 'paid';
  if (paymentMethod === 'cod') return 'COD';
  return paymentMethod === 'pay_later' ? 'pay later' : 'not agreed';
}

/** How that looks. */
export function paymentTone({ paymentStatus }: Paid): Tone {
  return paymentStatus === 'paid' ? 'ok' : 'plain';
}
