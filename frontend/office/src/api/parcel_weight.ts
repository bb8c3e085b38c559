// Orders in the form of the contract, which the parcel card and its dialog show. The other pages have them in the form of REST.
import { createConnectQueryKey } from '@connectrpc/connect-query';
import type { Transport } from '@connectrpc/connect';
import { type Order, OrderSchema, OrderService } from '#contract/shop/order/v1/order_pb.js';
import { keyOf, orderReadAgain, queryClient } from './query_client';
import { ContractError } from './transport';

const { getOrder } = OrderService.method;

/** Stores an order that a call returned. It is read again for the pages that have it in the form of REST. */
export function contractOrderChanged(transport: Transport, order: Order): void {
  const input = { orderNumber: order.orderNumber };
  const queryKey = createConnectQueryKey({ schema: getOrder, transport, input, cardinality: 'finite' });
  queryClient.setQueryData(queryKey, (known) => known && { ...known, order });
  void orderReadAgain(order.orderNumber);
}

/** Handles a refused change of an order: shows the current order from the conflict, or refetches it. */
export function contractOrderRefused(transport: Transport, orderNumber: string, error: unknown): void {
  const present = error instanceof ContractError ? error.present(OrderSchema) : undefined;
  if (present) {
    contractOrderChanged(transport, present);
    return;
  }
  void queryClient.invalidateQueries({ queryKey: keyOf(getOrder, { orderNumber }) });
}
