import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { orderIn } from '../../test_data';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { BulkProgress } from './BulkProgress';
import { BulkRuns, selectedOrders } from './bulk_run';
import OrdersPage from './OrdersPage';

const me = meWith('orders.read', 'orders.transition');
const first = orderIn('confirmed', ['packed'], {
  orderId: 'o-1',
  orderNumber: 'VM-1',
  fullName: 'Asha Patel',
});
const second = orderIn('confirmed', ['packed'], {
  orderId: 'o-2',
  orderNumber: 'VM-2',
  fullName: 'Rakesh Iyer',
});
const today = { data: { counts: [{ status: 'confirmed', orders: 2 }] } };
const list = 'GET orders?status=confirmed';

beforeEach(() => {
  selectedOrders.forget();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

test('many orders are packed one after another; one that changed meanwhile says so', async () => {
  const calls = answerCalls({
    'GET today': today,
    [list]: { data: { orders: [first, second] } },
    'POST orders/VM-1/transitions': { data: { ...first, status: 'packed', nextStates: [] } },
    'POST orders/VM-2/transitions': { status: 409, data: { ...second, status: 'cancelled', nextStates: [] } },
  });
  const { user } = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  expect(screen.getByText('4 packs')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark packed' }));
  const question = screen.getByRole('dialog', { name: 'Mark 2 orders packed?' });
  expect(question).toHaveTextContent('No email is sent.');
  expect(calls.map(({ route }) => route)).not.toContain('POST orders/VM-1/transitions');
  await user.click(within(question).getByRole('button', { name: 'Mark packed' }));
  const outcomes = await screen.findByLabelText('Results');
  expect(outcomes).toHaveTextContent('1 of 2 packed.');
  expect(within(outcomes).getByRole('listitem')).toHaveTextContent('VM-2');
  expect(outcomes).toHaveTextContent('The order changed meanwhile: it is “Cancelled”.');
  expect(calls.filter(({ route }) => route.startsWith('POST')).map(({ route }) => route)).toEqual([
    'POST orders/VM-1/transitions',
    'POST orders/VM-2/transitions',
  ]);
  // The cached list is updated without a refetch, because each refetched page is a line of the audit log.
  expect(await screen.findByText('No orders.')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route === list)).toHaveLength(1);
});

test('many orders are confirmed after a question that says who gets an email, and the list is asked for anew once', async () => {
  const placed = [1, 2, 3].map((n) =>
    orderIn('placed', ['confirmed'], { orderId: `o-${n}`, orderNumber: `VM-${n}` }),
  );
  const waiting = 'GET orders?status=placed';
  const calls = answerCalls({
    'GET today': today,
    [waiting]: [{ data: { orders: placed, next: 'c2' } }, { data: { orders: [] } }],
    ...Object.fromEntries(
      placed.map((order) => [
        `POST orders/${order.orderNumber}/transitions`,
        { data: { ...order, status: 'confirmed', nextStates: ['packed'] } },
      ]),
    ),
  });
  const { user } = show(<OrdersPage />, { me, at: '/orders?tab=to-confirm' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const question = screen.getByRole('dialog', { name: 'Confirm 3 orders?' });
  expect(question).toHaveTextContent('Shoppers with an email address get an email.');
  await user.click(within(question).getByRole('button', { name: 'Confirm' }));
  const outcomes = await screen.findByLabelText('Results');
  expect(outcomes).toHaveTextContent('3 of 3 confirmed.');
  await user.click(within(outcomes).getByText('Shoppers with an email address get an email.'));
  expect(within(outcomes).getByRole('link', { name: 'VM-3' })).toBeInTheDocument();
  expect(await screen.findByText('No orders.')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route === waiting)).toHaveLength(2);
});

test('many orders go on while another page is open, which says how far they are and stops them; the rest goes on later', async () => {
  let answer: (() => void) | undefined;
  const transitions: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address, init) => {
      const path = String(address).replace('/api/office/v1/', '');
      const number = /orders\/(VM-\d)\/transitions/.exec(path)?.[1];
      if (init?.method === 'POST' && number) {
        transitions.push(number);
        if (transitions.length === 1) await new Promise<void>((resolve) => (answer = resolve));
        const order = number === 'VM-1' ? first : second;
        return Response.json({ success: true, data: { ...order, status: 'packed', nextStates: [] } });
      }
      if (path.includes('number=')) return Response.json({ success: true, data: { orders: [second] } });
      return Response.json({ success: true, data: { orders: [first, second], counts: [] } });
    }),
  );
  const page = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
  await page.user.click(screen.getByRole('button', { name: 'Mark packed' }));
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark packed' }));
  page.unmount();

  const elsewhere = show(<BulkProgress />, { me, at: '/stock' });
  expect(screen.getByText(/0 of 2/)).toBeInTheDocument();
  await elsewhere.user.click(screen.getByRole('button', { name: 'Stop' }));
  answer?.();
  expect(await screen.findByText('Packed: 1 of 2.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the results' })).toHaveAttribute('href', '/orders');
  elsewhere.unmount();

  // A reloaded tab still has the stopped run.
  expect(new BulkRuns('bulk').current()).toMatchObject({ count: 2, isRunning: false });
  const again = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  await again.user.click(await screen.findByRole('button', { name: 'Go on with 1 order' }));
  expect(await screen.findByText('2 of 2 packed.')).toBeInTheDocument();
  expect(transitions).toEqual(['VM-1', 'VM-2']);
});

test('the box of the header is ticked once all rows are, and mixed while some are', async () => {
  answerCalls({ 'GET today': today, [list]: { data: { orders: [first, second] } } });
  const { user } = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all that are shown' });
  await user.click(screen.getByRole('checkbox', { name: 'Select VM-1, Asha Patel' }));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await user.click(screen.getByRole('checkbox', { name: 'Select VM-2, Rakesh Iyer' }));
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
});

test('an order that is not paid stands out, also among those that are selected', async () => {
  const unpaid = { ...second, paymentMethod: 'pay_later' };
  answerCalls({ 'GET today': today, [list]: { data: { orders: [first, unpaid] } } });
  const { user } = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  expect(await screen.findByText('unpaid, pays later')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }));
  expect(screen.getByText('4 packs, 1 unpaid')).toBeInTheDocument();
});

test('tabs count what waits, and lead to their orders with the search that is on', async () => {
  answerCalls({ 'GET today': today, 'POST orders/searches': { data: { orders: [first] } } });
  show(<OrdersPage />, { me, at: '/orders?tab=to-pack#asha' });
  const tab = await screen.findByRole('link', { name: 'To pack 2' });
  expect(tab).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Delivered' })).toHaveAttribute(
    'href',
    '/orders?tab=delivered#asha',
  );
  expect(await screen.findByRole('link', { name: 'VM-1' })).toHaveAttribute('href', '/orders/VM-1');
});

test('the next page follows when it is asked for', async () => {
  answerCalls({
    'GET today': today,
    [list]: { data: { orders: [first], next: 'c2' } },
    [`${list}&cursor=c2`]: { data: { orders: [first, second] } },
  });
  const { user } = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('2 orders')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('staff who may not change orders can only print them', async () => {
  answerCalls({ 'GET today': today, [list]: { data: { orders: [first] } } });
  const { user } = show(<OrdersPage />, { me: meWith('orders.read'), at: '/orders?tab=to-pack' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select VM-1, Asha Patel' }));
  expect(screen.getByRole('link', { name: 'Pick list' })).toHaveAttribute(
    'href',
    '/orders/print?view=pick&numbers=VM-1',
  );
  expect(screen.queryByRole('button', { name: 'Mark packed' })).not.toBeInTheDocument();
});

test('without an answer the page says so and tries again', async () => {
  answerCalls({
    'GET today': today,
    [list]: [{ status: 500, body: { message: 'Something went wrong.' } }, { data: { orders: [first] } }],
  });
  const { user } = show(<OrdersPage />, { me, at: '/orders?tab=to-pack' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'There is no answer about the orders. Something went wrong.',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'VM-1' })).toBeInTheDocument();
});
