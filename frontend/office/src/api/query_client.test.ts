import { createConnectQueryKey } from '@connectrpc/connect-query';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { orderOf } from '../test_data';
import { answerCalls } from '../test_page';
import { orderQuery, ordersQuery } from './queries';
import { countsDiffer, paymentsChanged, queryClient } from './query_client';
import type { Order, Today } from './types';

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

test('however many orders change, the counts are asked for once in some seconds, and at last', async () => {
  // A module of its own, because the tests of another file may have had the counts asked for a moment ago.
  vi.resetModules();
  const own = await import('./query_client');
  vi.useFakeTimers();
  const queryFn = vi.fn(async () => ({}));
  const observer = new QueryObserver(own.queryClient, { queryKey: ['today'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  queryFn.mockClear();

  for (let parcel = 0; parcel < 10; parcel += 1) {
    setTimeout(() => own.orderChanged({ orderNumber: `VM-${parcel}` } as Order), parcel * 100);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queryFn, 'at once').toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryFn, 'and once for the nine others').toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn, 'not again for nothing').toHaveBeenCalledTimes(2);
  stop();
});

test('a refund asks for its order once, and for no page of a long list of orders', async () => {
  const order = orderOf();
  const refunded = orderOf({ paymentStatus: 'refunded' });
  const calls = answerCalls({ [`GET orders/${order.orderNumber}`]: { data: refunded } });
  const list = ordersQuery('', []);
  const pages = ['1', '2', '3'].map((n) => ({
    orders: [n === '1' ? order : orderOf({ orderId: n, orderNumber: `VM-${n}` })],
    next: n === '3' ? undefined : n,
  }));
  queryClient.setQueryData(list.queryKey, { pages, pageParams: [undefined, '1', '2'] });
  queryClient.setQueryData(orderQuery(order.orderNumber).queryKey, order);
  const stop = new InfiniteQueryObserver(queryClient, list).subscribe(() => undefined);

  paymentsChanged(order.orderNumber);
  const firstRow = () => queryClient.getQueryData(list.queryKey)?.pages[0]?.orders[0];
  await waitFor(() => expect(firstRow()).toEqual(refunded));
  expect(calls.map(({ route }) => route)).toEqual([`GET orders/${order.orderNumber}`]);
  stop();
});

test('a payment of no order asks for no page of a long list, either', async () => {
  const calls = answerCalls({});
  const list = ordersQuery('', []);
  const page = (next?: string) => ({ orders: [], next });
  const pages = [page('1'), page('2'), page()];
  queryClient.setQueryData(list.queryKey, { pages, pageParams: [undefined, '1', '2'] });
  const stop = new InfiniteQueryObserver(queryClient, list).subscribe(() => undefined);
  paymentsChanged('');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(calls).toEqual([]);
  stop();
});

test('stock that differs in the counts is read again, but no list that leaves an entry in the log for nothing', () => {
  const { listBatches, listReturnedPacks, listStockLevels } = InventoryService.method;
  const cardinality = undefined;
  const keys = [
    createConnectQueryKey({ schema: listStockLevels, cardinality }),
    createConnectQueryKey({ schema: listReturnedPacks, cardinality }),
    createConnectQueryKey({ schema: listBatches, cardinality }),
  ];
  for (const key of keys) queryClient.setQueryData<unknown>([...key], {}, { updatedAt: 1 });
  const stock = { low: 1, soldOut: 0, missing: 0, returned: 0 };
  countsDiffer({ stock } as Today, { stock: { ...stock, low: 2 } } as Today, Date.now());
  const isOld = keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  expect(isOld).toEqual([true, true, false]);
});
