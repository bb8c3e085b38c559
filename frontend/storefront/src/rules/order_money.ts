import { codeLabel } from 'shared/rules/code_label';
import { deliveryWords } from '#words/delivery';
import { paymentWords } from '#words/payment';
import type { Order } from '../api/types';
import { isStopped } from './order_life';

/** The text about the money of an order in its current state; empty if there is nothing to say. */
export function orderMoneyWords({
  status,
  paymentMethod,
  paymentStatus = 'pending',
}: Pick<Order, 'status' | 'paymentMethod' | 'paymentStatus'>): string {
  const texts = paymentWords.ended;
  if (paymentStatus === 'paid' && isStopped(status)) return texts.paid;
  if (paymentStatus === 'paid' && status === 'returned') return texts.returned;
  if (paymentStatus !== 'pending') return paymentWords.statuses[paymentStatus] ?? codeLabel(paymentStatus);
  if (isStopped(status)) return texts.unpaid;
  return status === 'returned' ? '' : (deliveryWords.paid[paymentMethod] ?? codeLabel(paymentMethod));
}
