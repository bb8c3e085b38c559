import type { ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  type EditedProduct,
  ProductEditingService,
  ProductState,
} from '#contract/shop/catalog/v1/product_editing_pb.js';
import { queryClient } from '../../api/query_client';
import { answerShop, meWith, orderOf, productOf, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import TodayPage from './TodayPage';

const me = meWith('orders.read');
const older = Array.from({ length: 6 }, (_, at) =>
  orderOf({ orderId: `o-older-${at}`, orderNumber: `VM-261121-OLD${at}` }),
);

beforeEach(() => {
  queryClient.clear();
});

test('late messages and flagged reviews are counted in words, and link to their list', async () => {
  answerCalls({
    'GET today': {
      data: { counts: [], reviewsWaiting: 3, reviewsFlagged: 1, messagesOpen: 1, messagesLate: 1 },
    },
  });
  show(<TodayPage />, { me });
  expect(await screen.findByRole('link', { name: /^3 reviews to read, 1\sflagged$/ })).toHaveAttribute(
    'href',
    '/reviews',
  );
  expect(screen.getByRole('link', { name: /^1 message to answer, 1\slate$/ })).toHaveAttribute(
    'href',
    '/messages',
  );
});

test('orders that end because no one confirms them are told, with when the first does', async () => {
  const nextEndsAt = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
  answerCalls({ 'GET today': { data: { counts: [], endingOrders: 2, nextEndsAt } } });
  show(<TodayPage />, { me });
  const link = await screen.findByRole('link', { name: '2 orders will be cancelled' });
  expect(link).toHaveAttribute('href', '/stock/held');
  expect(link.closest('p')).toHaveTextContent('unless you confirm them. The first is cancelled in 5 hours.');
});

test('a number without permission, or of a service that is down, has no card', async () => {
  answerCalls({ 'GET today': { data: { counts: [], messagesOpen: 0, messagesLate: 0 } } });
  show(<TodayPage />, { me });
  expect(await screen.findByRole('link', { name: '0 messages to answer' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /to read/ })).not.toBeInTheDocument();
});

test('the newest orders stand there, each leading to all about it', async () => {
  answerCalls({
    'GET today': { data: { counts: [] } },
    'GET orders': { data: { orders: [orderOf(), ...older] } },
  });
  show(<TodayPage />, { me });
  const newest = await screen.findByRole('region', { name: 'Newest orders' });
  expect(within(newest).getAllByRole('listitem')).toHaveLength(5);
  const [first] = within(newest).getAllByRole('listitem');
  expect(first).toHaveTextContent('Asha Patel');
  expect(within(first as HTMLElement).getByRole('link', { name: 'VM-261122-QTSWW' })).toHaveAttribute(
    'href',
    '/orders/VM-261122-QTSWW',
  );
});

test('staff who may not see orders are shown none', async () => {
  const calls = answerCalls({ 'GET today': { data: { counts: [] } } });
  show(<TodayPage />, { me: meWith('stock.read') });
  await screen.findByRole('region', { name: 'Orders' });
  expect(calls.map(({ route }) => route)).toEqual(['GET today']);
});

test('problems of the server are named, and nothing is shown while there are none', async () => {
  const failed = [{ name: 'last backup', message: 'there is none: `shop-admin backup` makes one' }];
  answerCalls({ 'GET today': { data: { counts: [], server: { at: '2026-01-05T12:00:00Z', failed } } } });
  show(<TodayPage />, { me });
  const problems = await screen.findByRole('region', { name: 'The server needs attention' });
  expect(problems).toHaveTextContent('last backup');
  expect(problems).toHaveTextContent('there is none');
});

test('a server without failed checks is not mentioned', async () => {
  answerCalls({ 'GET today': { data: { counts: [], server: { at: '2026-01-05T12:00:00Z', failed: [] } } } });
  show(<TodayPage />, { me });
  await screen.findByRole('heading', { name: 'Today' });
  expect(screen.queryByText(/needs attention/)).not.toBeInTheDocument();
});

test('a new shop shows its owner the first steps that are left', async () => {
  const product = (taxClass: string, hsnCode: string) => productOf({ taxClass, hsnCode });
  const calls = answerCalls({ 'GET today': { data: { counts: [] } } });
  const answering =
    (shop: ReturnType<typeof shopOf>, products: EditedProduct[]) => (router: ConnectRouter) => {
      answerShop(shop)(router);
      router.service(ProductEditingService, {
        listEditedProducts: ({ state }) => ({ products: state === ProductState.PUBLISHED ? products : [] }),
      });
    };
  const sample = shopOf({ isSample: true, upiId: '' });
  delete sample.facts.bankAccount;
  const owner = meWith('shop.write');
  const { unmount } = show(<TodayPage />, {
    me: owner,
    services: answering(sample, [product('unclassified', '')]),
  });
  const steps = within(await screen.findByRole('region', { name: 'First steps' }));
  await steps.findByRole('link', { name: /^Enter the tax/ });
  const links = steps.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/settings', '/settings', '/products']);
  unmount();
  queryClient.clear();

  show(<TodayPage />, {
    me: owner,
    services: answering(shopOf(), [product('unclassified', '1211'), product('gst_5', '')]),
  });
  await waitFor(() => expect(calls).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
});

test('one of something is told in the singular', async () => {
  answerCalls({
    'GET today': {
      data: {
        counts: [{ status: 'return_requested', orders: 1 }],
        stock: { low: 1, soldOut: 1, missing: 1, returned: 1 },
        sales: [{ day: '2026-11-25', orders: 1, total: 498, paid: 0 }],
      },
    },
  });
  show(<TodayPage />, { me });
  expect(await screen.findByText('weight low')).toBeInTheDocument();
  expect(screen.getByText('pack missing for orders')).toBeInTheDocument();
  expect(screen.getByText('open return')).toBeInTheDocument();
  expect(screen.getByText(/· 1 order$/)).toBeInTheDocument();
});

test('money to send back, to come and at the carrier is told with its sum, and leads there', async () => {
  answerCalls({
    'GET today': {
      data: {
        counts: [],
        toRefund: { orders: 1, amount: 735 },
        toBePaid: { orders: 2, amount: 1077 },
        withCarriers: { orders: 0, amount: 0 },
      },
    },
  });
  show(<TodayPage />, { me });
  expect(await screen.findByRole('link', { name: '1 order with money to refund: ₹735.00' })).toHaveAttribute(
    'href',
    '/payments?tab=to-look-at',
  );
  expect(
    screen.getByRole('link', { name: '2 orders to be paid later, unpaid: ₹1,077.00' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '0 orders with cash at the carrier' })).toHaveAttribute(
    'href',
    '/cash',
  );
});
