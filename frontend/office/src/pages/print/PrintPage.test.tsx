import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, orderIn, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import PrintPage from './PrintPage';

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
});

const packs = {
  batchId: 'b-1',
  batchNumber: 'K-2611',
  shelf: 'A 3',
  productId: 'p-karela',
  weightInGrams: 100,
  quantity: 2,
  bestBefore: '2027-11-01',
};
const reservedOf = (...orderIds: string[]) => ({
  data: { orders: orderIds.map((orderId) => ({ orderId, packs: [packs] })) },
});

test('a round is asked for at once, comes in its order, and says what is missing', async () => {
  const order = (orderNumber: string) => orderOf({ orderId: orderNumber, orderNumber });
  const calls = answerCalls({
    'GET orders?number=VM-1&number=VM-2&number=VM-3': { data: { orders: [order('VM-3'), order('VM-1')] } },
    'GET orders/reserved-packs?orderId=VM-1&orderId=VM-3': reservedOf('VM-1', 'VM-3'),
  });
  show(<PrintPage />, {
    me: meWith('orders.read'),
    at: '/orders/print?view=slips&numbers=VM-1,vm-2,VM-3,VM-1',
  });
  expect(await screen.findByRole('heading', { name: 'Packing slips of 2 orders' })).toBeInTheDocument();
  expect(await screen.findAllByText('2 packs')).toHaveLength(2);
  expect(screen.getByRole('alert')).toHaveTextContent('There is no order VM-2. It is missing here.');
  const text = document.body.textContent;
  expect(text.indexOf('VM-1')).toBeLessThan(text.indexOf('VM-3'));
  expect(calls.filter(({ route }) => route.startsWith('GET orders?'))).toHaveLength(1);
  expect(text).toContain('Batch K-2611, shelf A 3');
});

test('orders that do not come are asked for again', async () => {
  answerCalls({
    'GET orders?number=VM-1': [
      { status: 400, body: { message: 'Not now.' } },
      { data: { orders: [orderOf({ orderNumber: 'VM-1' })] } },
    ],
    'GET orders/reserved-packs?orderId=o-1': reservedOf('o-1'),
  });
  const { user } = show(<PrintPage />, { me: meWith('orders.read'), at: '/orders/print?numbers=VM-1' });
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no answer about the orders. Not now.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Pick list of 1 order' })).toBeInTheDocument();
});

test('more than a hundred orders are all printed', async () => {
  const numbers = Array.from({ length: 101 }, (_, index) => `VM-${index}`);
  const query = (of: string[]) => `GET orders?${of.map((number) => `number=${number}`).join('&')}`;
  const orders = (of: string[]) => ({
    data: { orders: of.map((orderNumber) => orderOf({ orderId: orderNumber, orderNumber })) },
  });
  const [first, rest] = [numbers.slice(0, 100), numbers.slice(100)];
  answerCalls({ [query(first)]: orders(first), [query(rest)]: orders(rest) });
  show(<PrintPage />, { me: meWith('orders.read'), at: `/orders/print?numbers=${numbers.join(',')}` });
  expect(await screen.findByRole('heading', { name: 'Pick list of 101 orders' })).toBeInTheDocument();
});

test('the pick list names batch and shelf of all its packs, keeps its ticks, and leads to the packing table', async () => {
  const order = (orderNumber: string) =>
    orderIn('confirmed', ['packed'], { orderId: orderNumber, orderNumber });
  answerCalls({
    'GET orders?number=VM-1&number=VM-2': { data: { orders: [order('VM-1'), order('VM-2')] } },
    'GET orders/reserved-packs?orderId=VM-1&orderId=VM-2': reservedOf('VM-1', 'VM-2'),
  });
  const round = { me: meWith('orders.read'), at: '/orders/print?numbers=VM-1,VM-2' };
  const { user } = show(<PrintPage />, round);
  const line = await screen.findByRole('checkbox', { name: /4 of batch K-2611, shelf A 3/ });
  await user.click(line);
  expect(line).toBeChecked();
  expect(screen.getByRole('link', { name: 'Pack the first: VM-1' })).toHaveAttribute(
    'href',
    '/pack?order=VM-1',
  );
  cleanup();
  show(<PrintPage />, round);
  expect(await screen.findByRole('checkbox', { name: /4 of batch K-2611/ })).toBeChecked();
});

test('a pick list without known batches says so', async () => {
  answerCalls({ 'GET orders?number=VM-1': { data: { orders: [orderOf({ orderNumber: 'VM-1' })] } } });
  show(<PrintPage />, { me: meWith('orders.read'), at: '/orders/print?numbers=VM-1' });
  expect(await screen.findByRole('alert')).toHaveTextContent('The batches cannot be shown right now.');
  expect(screen.getByRole('checkbox', { name: /Karela Powder/ })).toBeInTheDocument();
});

test('the invoices of many orders open as one file, and those that come later are awaited', async () => {
  const invoice = {
    documentId: 'd-1',
    kind: 'invoice',
    number: 'INV-2627-000042',
    issuedOn: '2026-11-22',
    total: 498,
  };
  const order = (orderNumber: string) =>
    orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber });
  const issued = (...ids: string[]) => ({
    data: { documents: ids.map((orderId) => Object.assign({ orderId }, invoice)) },
  });
  answerCalls({
    'GET orders?number=VM-1&number=VM-2': { data: { orders: [order('VM-1'), order('VM-2')] } },
    'GET orders/sale-documents?orderId=VM-1&orderId=VM-2': [issued('VM-1'), issued('VM-1', 'VM-2')],
  });
  show(<PrintPage />, { me: meWith('orders.read'), at: '/orders/print?view=invoices&numbers=VM-1,VM-2' });
  const link = await screen.findByRole('link', { name: 'Open to print' });
  expect(link).toHaveAttribute('href', '/api/office/v1/orders/sale-documents/print.pdf?orderId=VM-1');
  expect(screen.getByText('None yet: the order is “To ship”.')).toBeInTheDocument();
  expect(await screen.findByText('2 of 2 orders have an invoice.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open to print' })).toHaveAttribute(
    'href',
    '/api/office/v1/orders/sale-documents/print.pdf?orderId=VM-1&orderId=VM-2',
  );
});
