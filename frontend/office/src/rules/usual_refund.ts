import type { OrderPayment, StaffReason } from '../api/payments';
import type { Order } from '../api/types';
import { usualReason } from './online_payments';

/** The proposed amount of a refund, in rupees, and its reason. The staff member may change both. */
export interface UsualRefund {
  amount: number;
  reason: StaffReason | '';
}

/** Proposes the price of the returned packs that is not refunded yet; otherwise all that is left of the payment. */
export function usualRefund(
  payment: Pick<OrderPayment, 'state' | 'left' | 'refunds'>,
  order: Pick<Order, 'status' | 'changes' | 'lines'> | undefined,
): UsualRefund {
  const whole = { amount: payment.left, reason: usualReason(payment) };
  const paise = order ? returnedPaise(order) : 0;
  const gone = payment.refunds
    .filter(({ reason, state }) => reason === 'returned' && state !== 'failed')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const amount = Math.min((paise - gone) / 100, payment.left);
  return amount > 0 ? { amount, reason: 'returned' } : whole;
}

/** Proposes the amount of a manual refund, in rupees. `most` is the sum that is left. */
export function usualAmountByHand(
  order: Pick<Order, 'status' | 'changes' | 'lines' | 'refunded' | 'refunding'>,
  most: number,
): number {
  const gone = Math.round(((order.refunded ?? 0) + (order.refunding ?? 0)) * 100);
  const amount = Math.min((returnedPaise(order) - gone) / 100, most);
  return amount > 0 ? amount : most;
}

/** Returns the price of the returned packs, in paise; 0 if no packs are recorded. */
function returnedPaise(order: Pick<Order, 'status' | 'changes' | 'lines'>): number {
  if (order.status !== 'returned') return 0;
  const returned = order.changes.findLast(({ to }) => to === 'returned')?.lines ?? [];
  return returned.reduce((sum, { productId, weightInGrams, quantity }) => {
    const line = order.lines.find(
      (each) => each.productId === productId && each.weightInGrams === weightInGrams,
    );
    return sum + Math.round((line?.unitPrice ?? 0) * 100) * quantity;
  }, 0);
}
