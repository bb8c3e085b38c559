import type { OrderPayment, StaffReason } from '../api/payments';
import type { Order } from '../api/types';
import { usualReason } from './online_payments';

/** What is proposed to go back of a payment, in rupees, and why. Whoever sends it back may say otherwise. */
export interface UsualRefund {
  amount: number;
  reason: StaffReason | '';
}

/** What usually goes back: the price of the packs that came back, as far as it has not gone back yet; else all that is left. */
export function usualRefund(
  payment: Pick<OrderPayment, 'state' | 'left' | 'refunds'>,
  order: Pick<Order, 'status' | 'changes' | 'lines'> | undefined,
): UsualRefund {
  const whole = { amount: payment.left, reason: usualReason(payment) };
  if (order?.status !== 'returned') return whole;
  const returned = order.changes.findLast(({ to }) => to === 'returned')?.lines ?? [];
  const paise = returned.reduce((sum, { productId, weightInGrams, quantity }) => {
    const line = order.lines.find(
      (each) => each.productId === productId && each.weightInGrams === weightInGrams,
    );
    return sum + Math.round((line?.unitPrice ?? 0) * 100) * quantity;
  }, 0);
  const gone = payment.refunds
    .filter(({ reason, state }) => reason === 'returned' && state !== 'failed')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const amount = Math.min((paise - gone) / 100, payment.left);
  return amount > 0 ? { amount, reason: 'returned' } : whole;
}
