import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  CarrierCashSchema,
  CashOnDeliveryService,
  type CashOrder,
  CashOrderSchema,
  CashState,
  type ListCashRequest,
} from '#contract/shop/order/v1/cash_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { show } from '../../test_page';
import CashOrdersPage from './CashOrdersPage';
import CashPage from './CashPage';

const me = meWith('payments.record');

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();

const carriers = [
  create(CarrierCashSchema, { remitted: { orders: 1n, amountPaise: 24_900n } }),
  create(CarrierCashSchema, {
    carrier: 'Delhivery',
    toCollect: { orders: 2n, amountPaise: 99_910n },
    collected: { orders: 1n, amountPaise: 24_920n },
    oldestCollectedAt: daysAgo(7),
  }),
  create(CarrierCashSchema, {
    carrier: 'India Post',
    collected: { orders: 3n, amountPaise: 120_010n },
    remitted: { orders: 40n, amountPaise: 4_884_000n },
    oldestCollectedAt: daysAgo(8),
  }),
];

const order = create(CashOrderSchema, {
  orderNumber: 'VM-261122-QTSWW',
  carrier: 'India Post',
  amountPaise: 122_100n,
  shippedAt: '2026-11-22T04:28:00Z',
});

/** Answers calls about cash with these carriers, and with the orders of each page. */
function cash({
  sums = carriers,
  pages = {},
}: {
  sums?: typeof carriers;
  pages?: Record<string, CashOrder[]>;
}) {
  const listed: ListCashRequest[] = [];
  const services = (router: ConnectRouter) => {
    router.service(CashOnDeliveryService, {
      sumCash: () => ({ carriers: sums, remittedSince: '2026-10-28' }),
      listCash: (request) => {
        listed.push(request);
        const next = String(Number(request.pageToken) + 1);
        return { orders: pages[request.pageToken] ?? [], nextPageToken: next in pages ? next : '' };
      },
    });
  };
  return { services, listed };
}

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

test('each carrier is told what it has to collect, has and has paid, and what it keeps too long', async () => {
  show(<CashPage />, { me, ...cash({}) });
  const post = await screen.findByRole('region', { name: 'India Post' });
  expect(within(post).getByText('Oldest: Overdue, 8 days')).toBeInTheDocument();
  expect(within(post).getByText('nothing')).toBeInTheDocument();
  const collected = within(post).getByRole('link', {
    name: 'Collected, India Post: ₹1,200.10 of 3 orders',
  });
  expect(collected).toHaveAttribute('href', '/cash/orders?state=collected&carrier=India+Post');
  const delhivery = screen.getByRole('region', { name: 'Delhivery' });
  expect(within(delhivery).getByText('Oldest: 7 days')).toBeInTheDocument();

  const all = screen.getByRole('region', { name: 'All carriers' });
  expect(within(all).getByText('₹1,449.30')).toHaveAttribute('href', '/cash/orders?state=collected');
  expect(within(all).getByText('Oldest: Overdue, 8 days')).toBeInTheDocument();
  expect(within(all).getByText('₹49,089.00')).toBeInTheDocument();
  expect(screen.getByText(/1 order over ₹249.00 was paid before shipping/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Import a remittance' })).toHaveAttribute(
    'href',
    '/imports?kind=remittances',
  );
});

test('a shop without cash says so', async () => {
  show(<CashPage />, { me, ...cash({ sums: [] }) });
  expect(await screen.findByText(/No carrier has cash to collect/)).toBeInTheDocument();
});

test('the orders behind a sum are listed page by page, and keys lead through them', async () => {
  const delivered = { ...order, orderNumber: 'VM-2', deliveredAt: daysAgo(9) };
  const { services, listed } = cash({
    pages: { '': [{ ...order, deliveredAt: daysAgo(0) }], '1': [delivered] },
  });
  const at = '/cash/orders?state=collected&carrier=India+Post';
  const { user } = show(<CashOrdersPage />, { me, at, services });
  await screen.findByRole('link', { name: order.orderNumber });
  expect(screen.getByRole('heading', { level: 1, name: 'Cash of India Post' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Collected' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByText('less than a day')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Overdue, 9 days')).toBeInTheDocument();
  expect(listed).toMatchObject([
    { state: CashState.COLLECTED, carrier: 'India Post', pageToken: '' },
    { state: CashState.COLLECTED, carrier: 'India Post', pageToken: '1' },
  ]);
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'VM-2' })).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('link', { name: order.orderNumber })).toHaveFocus();
});

test('remitted cash has its day and reference, and an empty list says so', async () => {
  const remitted = { ...order, carrier: '', remittedOn: '2026-11-25', reference: 'UTR 7' };
  const at = '/cash/orders?state=remitted';
  const { unmount } = show(<CashOrdersPage />, { me, at, ...cash({ pages: { '': [remitted] } }) });
  const row = (await screen.findByText('UTR 7')).closest('tr') as HTMLElement;
  expect(within(row).getByText('25 Nov 2026')).toBeInTheDocument();
  expect(within(row).getByText('Paid before it was shipped')).toBeInTheDocument();
  unmount();
  show(<CashOrdersPage />, { me, at: '/cash/orders', ...cash({}) });
  expect(await screen.findByText(/No parcel is on its way/)).toBeInTheDocument();
});
