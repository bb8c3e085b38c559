import type { Order } from '../../api/types';
import { isUnpaid, paymentWords } from '../../rules/payments';
import { Chip } from '../../ui/Chip';

/** The payment status of an order. An order that would ship unpaid is highlighted. */
export function PaymentMark({ order }: { order: Order }) {
  return isUnpaid(order) ? <Chip tone="wait">{paymentWords(order)}</Chip> : paymentWords(order);
}
