import { listOrders, readOrder } from '../api/client';
import type { Order, OrderPage } from '../api/types';
import { behind, longEnough } from 'shared/rules/pages';
import { createResource } from './resource';
import { changeKnown } from './resource_changes';

/** An order moves on while its shopper waits for it. */
const STALE_MS = 30_000;

/** The orders of the account that is logged in, as far as they are shown. */
export const ownOrders = createResource<OrderPage>({
  ask: async (_, { known }) =>
    longEnough(await listOrders(), ({ orders }) => orders.length >= (known?.orders.length ?? 0), withMore),
  staleMs: STALE_MS,
});

/** Orders of the account that is logged in, by their numbers. */
export const ownOrder = createResource<Order>({ ask: (number) => readOrder(number), staleMs: STALE_MS });

/** Adds the next orders to those that are shown. Rejects when they cannot be had. */
export async function loadMoreOrders(key: string): Promise<void> {
  const { data } = ownOrders.entryOf(key);
  if (!data?.next) return;
  const longer = await withMore(data, data.next);
  // It was asked for anew meanwhile.
  changeKnown(ownOrders, key, (page) => (page === data ? longer : page));
}

async function withMore(page: OrderPage, after: string): Promise<OrderPage> {
  const more = await listOrders(after);
  return { orders: behind(page.orders, more.orders, ({ orderId }) => orderId), next: more.next };
}
