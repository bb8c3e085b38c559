import { listOrders, readOrder } from '../api/client';
import type { Order, OrderPage } from '../api/types';
import { behind, longEnough } from 'shared/rules/pages';
import { createResource } from './resource';
import { changeKnown } from './resource_changes';

/** The age after which orders are fetched again. An order may change while its shopper waits. */
const STALE_MS = 30_000;

/** The orders of the logged-in account, up to the page loaded so far. */
export const ownOrders = createResource<OrderPage>({
  ask: async (_, { known }) =>
    longEnough(await listOrders(), ({ orders }) => orders.length >= (known?.orders.length ?? 0), withMore),
  staleMs: STALE_MS,
});

/** Orders of the logged-in account, by order number. */
export const ownOrder = createResource<Order>({ ask: (number) => readOrder(number), staleMs: STALE_MS });

/** Adds the next page of orders to the shown ones. Rejects if it cannot be fetched. */
export async function loadMoreOrders(key: string): Promise<void> {
  const { data } = ownOrders.entryOf(key);
  if (!data?.next) return;
  const longer = await withMore(data, data.next);
  // If the list was fetched again meanwhile, it stays as it is.
  changeKnown(ownOrders, key, (page) => (page === data ? longer : page));
}

async function withMore(page: OrderPage, after: string): Promise<OrderPage> {
  const more = await listOrders(after);
  return { orders: behind(page.orders, more.orders, ({ orderId }) => orderId), next: more.next };
}
