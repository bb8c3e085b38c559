import type { Order } from '../../api/types';
import { isUnpaid, paymentWords } from '../../rules/payments';
import { Chip } from '../../ui/Chip';

/** Whether an order is paid, or how it will be; one that would leave unpaid stands out. */
export function PaymentMark({ order }: { order: Order }) {
  return isUnpaid(order) ? <Chip tone="wait">{paymentWords(order)}</Chip> : paymentWords(order);
}
