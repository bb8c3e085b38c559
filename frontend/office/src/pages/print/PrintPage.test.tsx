import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, orderOf, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import PrintPage from './PrintPage';

beforeEach(() => queryClient.clear());

test('a round is asked for at once, comes in its order, and says what is missing', async () => {
  const order = (orderNumber: string) => orderOf({ orderId: orderNumber, orderNumber });
  const calls = answerCalls({
    'GET shop': { data: shopOf() },
    'GET orders?number=VM-1&number=VM-2&number=VM-3': { data: { orders: [order('VM-3'), order('VM-1')] } },
  });
  show(<PrintPage />, {
    me: meWith('orders.read'),
    at: '/orders/print?view=slips&numbers=VM-1,vm-2,VM-3,VM-1',
  });
  expect(await screen.findByRole('heading', { name: 'Packing slips of 2 orders' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('There is no order VM-2. It is missing here.');
  const text = document.body.textContent;
  expect(text.indexOf('VM-1')).toBeLessThan(text.indexOf('VM-3'));
  expect(calls.filter(({ route }) => route.startsWith('GET orders'))).toHaveLength(1);
});

test('orders that do not come are asked for again', async () => {
  answerCalls({
    'GET shop': { data: shopOf() },
    'GET orders?number=VM-1': [
      { status: 400, body: { message: 'Not now.' } },
      { data: { orders: [orderOf({ orderNumber: 'VM-1' })] } },
    ],
  });
  const { user } = show(<PrintPage />, { me: meWith('orders.read'), at: '/orders/print?numbers=VM-1' });
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no answer about the orders. Not now.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Pick list of 1 order' })).toBeInTheDocument();
});

test('of more than a hundred orders all are printed', async () => {
  const numbers = Array.from({ length: 101 }, (_, index) => `VM-${index}`);
  const query = (of: string[]) => `GET orders?${of.map((number) => `number=${number}`).join('&')}`;
  const orders = (of: string[]) => ({
    data: { orders: of.map((orderNumber) => orderOf({ orderId: orderNumber, orderNumber })) },
  });
  const [first, rest] = [numbers.slice(0, 100), numbers.slice(100)];
  answerCalls({ 'GET shop': { data: shopOf() }, [query(first)]: orders(first), [query(rest)]: orders(rest) });
  show(<PrintPage />, { me: meWith('orders.read'), at: `/orders/print?numbers=${numbers.join(',')}` });
  expect(await screen.findByRole('heading', { name: 'Pick list of 101 orders' })).toBeInTheDocument();
});
