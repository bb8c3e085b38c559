import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import CashOrdersPage from './CashOrdersPage';
import CashPage from './CashPage';

const me = meWith('payments.record');
const nothing = { orders: 0, amount: 0 };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();

const cash = {
  carriers: [
    { carrier: '', toCollect: nothing, collected: nothing, remitted: { orders: 1, amount: 249 } },
    {
      carrier: 'Delhivery',
      toCollect: { orders: 2, amount: 999.1 },
      collected: { orders: 1, amount: 249.2 },
      remitted: nothing,
      oldestCollectedAt: daysAgo(7),
    },
    {
      carrier: 'India Post',
      toCollect: nothing,
      collected: { orders: 3, amount: 1_200.1 },
      remitted: { orders: 40, amount: 48_840 },
      oldestCollectedAt: daysAgo(8),
    },
  ],
  remittedSince: '2026-10-28',
};

const order = {
  orderNumber: 'VM-261122-QTSWW',
  carrier: 'India Post',
  amount: 1_221,
  shippedAt: '2026-11-22T04:28:00Z',
};

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

test('each carrier is told what it has to collect, has and has paid, and what it keeps too long', async () => {
  answerCalls({ 'GET cash': { data: cash } });
  show(<CashPage />, { me });
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
  answerCalls({ 'GET cash': { data: { ...cash, carriers: [] } } });
  show(<CashPage />, { me });
  expect(await screen.findByText(/No carrier has cash to collect/)).toBeInTheDocument();
});

test('the orders behind a sum are listed page by page, and keys lead through them', async () => {
  const delivered = { ...order, orderNumber: 'VM-2', deliveredAt: daysAgo(9) };
  const calls = answerCalls({
    'GET cash/orders?state=collected&carrier=India+Post': {
      data: { orders: [{ ...order, deliveredAt: daysAgo(0) }], next: '2' },
    },
    'GET cash/orders?state=collected&carrier=India+Post&cursor=2': { data: { orders: [delivered] } },
  });
  const { user } = show(<CashOrdersPage />, { me, at: '/cash/orders?state=collected&carrier=India+Post' });
  await screen.findByRole('link', { name: order.orderNumber });
  expect(screen.getByRole('heading', { level: 1, name: 'Cash of India Post' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Collected' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByText('less than a day')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Overdue, 9 days')).toBeInTheDocument();
  expect(calls).toHaveLength(2);
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'VM-2' })).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('link', { name: order.orderNumber })).toHaveFocus();
});

test('remitted cash has its day and reference, and an empty list says so', async () => {
  answerCalls({
    'GET cash/orders?state=remitted': {
      data: { orders: [{ ...order, carrier: '', remittedOn: '2026-11-25', reference: 'UTR 7' }] },
    },
    'GET cash/orders?state=to_collect': { data: { orders: [] } },
  });
  const { unmount } = show(<CashOrdersPage />, { me, at: '/cash/orders?state=remitted' });
  const row = (await screen.findByText('UTR 7')).closest('tr') as HTMLElement;
  expect(within(row).getByText('25 Nov 2026')).toBeInTheDocument();
  expect(within(row).getByText('Paid before it was shipped')).toBeInTheDocument();
  unmount();
  show(<CashOrdersPage />, { me, at: '/cash/orders' });
  expect(await screen.findByText(/No parcel is on its way/)).toBeInTheDocument();
});
