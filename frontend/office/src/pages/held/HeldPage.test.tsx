import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { OversoldPackService, OversoldPacksSchema } from '#contract/shop/inventory/v1/oversold_pb.js';
import { OrderNumberService } from '#contract/shop/order/v1/order_numbers_pb.js';
import {
  UnconfirmedOrderService,
  type UnconfirmedPacks,
  UnconfirmedPacksSchema,
} from '#contract/shop/order/v1/unconfirmed_orders_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import HeldPage from './HeldPage';

const HOUR = 3_600_000;
const me = meWith('orders.read', 'orders.transition', 'stock.read');
const hours = (count: number) => new Date(Date.now() + count * HOUR).toISOString();

const pack = create(UnconfirmedPacksSchema, {
  productId: 'p-karela',
  productName: 'Karela Powder',
  weightInGrams: 100,
  packs: 5n,
  orders: 2n,
  oldestPlacedAt: hours(-30.5),
});
const order = orderOf({ placedAt: hours(-30.5) });
const held = { order, endsAt: hours(5.5) };

/** Answers with these packs of unconfirmed orders, one list after another; the last one repeats. */
const holding =
  (...lists: UnconfirmedPacks[][]) =>
  (router: ConnectRouter) => {
    router.service(UnconfirmedOrderService, {
      sumUnconfirmedPacks: () => ({ packs: (lists.length > 1 ? lists.shift() : lists[0]) ?? [] }),
    });
  };

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

test('staff see what is held, for how long and until when, and confirm the order there', async () => {
  const confirmed = { ...order, status: 'confirmed', version: 2, nextStates: ['packed', 'cancelled'] };
  const calls = answerCalls({
    'GET stock/held/orders': [{ data: { orders: [held] } }, { data: { orders: [] } }],
    'POST orders/VM-261122-QTSWW/transitions': { data: confirmed },
    'GET today': { data: { counts: [] } },
  });
  const { user } = show(<HeldPage />, { me, at: '/stock/held', services: holding([pack], []) });
  const row = await screen.findByRole('row', { name: /Karela Powder 100 g/ });
  expect(within(row).getByText('30 hours')).toBeInTheDocument();
  expect(within(row).getByRole('link', { name: '2 orders with Karela Powder 100 g' })).toHaveAttribute(
    'href',
    '/stock/held?product=p-karela&grams=100',
  );
  const shown = await screen.findByRole('article', { name: 'VM-261122-QTSWW' });
  expect(within(shown).getByText('Cancelled in 5 hours')).toBeInTheDocument();
  expect(within(shown).getByRole('link', { name: 'VM-261122-QTSWW' })).toHaveAttribute(
    'href',
    '/orders/VM-261122-QTSWW',
  );
  expect(within(shown).getByText('2 packs: Karela Powder 100 g × 2')).toBeInTheDocument();

  await user.click(within(shown).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('No order waits to be confirmed.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText(/No unconfirmed order/)).toBeInTheDocument());
  const sent = calls.find(({ route }) => route.startsWith('POST'));
  expect(sent?.body).toEqual({ to: 'confirmed', version: 1 });
});

test('the orders with one pack are listed by it, and staff without the permission cannot confirm them', async () => {
  answerCalls({
    'GET stock/held/orders?productId=p-karela&weightInGrams=100': { data: { orders: [{ order }] } },
  });
  show(<HeldPage />, {
    me: meWith('orders.read', 'stock.read'),
    at: '/stock/held?product=p-karela&grams=100',
    services: holding([pack]),
  });
  const shown = await screen.findByRole('article', { name: 'VM-261122-QTSWW' });
  expect(await screen.findByRole('heading', { name: 'Orders with Karela Powder 100 g' })).toBeInTheDocument();
  expect(within(shown).getByText('Not cancelled automatically')).toBeInTheDocument();
  expect(within(shown).queryByRole('button')).not.toBeInTheDocument();
});

test('orders that wait for stock lead to the order and to the batches', async () => {
  const waiting = create(OversoldPacksSchema, {
    orderId: 'o-1',
    pack: { productId: 'p-karela', weightInGrams: 100 },
    productName: 'Karela Powder',
    quantity: 3,
    noticedAt: '2026-11-25T06:30:00Z',
  });
  const asked: string[][] = [];
  let seen = () => {};
  const isSeen = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const services = (router: ConnectRouter) => {
    router.service(OversoldPackService, {
      listOversoldPacks: ({ pageToken }) =>
        pageToken ? { packs: [{ ...waiting, orderId: 'o-2' }] } : { packs: [waiting], nextPageToken: '2' },
    });
    router.service(OrderNumberService, {
      listOrderNumbers: async ({ orderIds }) => {
        asked.push(orderIds);
        if (asked.length === 2) await isSeen;
        return { orders: [{ orderId: 'o-1', orderNumber: 'VM-261122-QTSWW' }] };
      },
    });
  };
  const { user } = show(<HeldPage />, { me, at: '/stock/held?tab=waiting', services });
  const row = await screen.findByRole('row', { name: /VM-261122-QTSWW/ });
  expect(within(row).getByText('3')).toBeInTheDocument();
  expect(within(row).getByRole('link', { name: 'Karela Powder 100 g' })).toHaveAttribute(
    'href',
    '/stock/p-karela/100',
  );
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.getByRole('row', { name: /VM-261122-QTSWW/ })).toBeInTheDocument();
  seen();
  expect(await screen.findByRole('row', { name: /order o-2/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /VM-261122-QTSWW/ })).toBeInTheDocument();
  expect(asked).toEqual([['o-1'], ['o-1', 'o-2']]);
});
