import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meWith, orderIn } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import PackingPage from './PackingPage';

const me = meWith('orders.read', 'orders.move');
const order = orderIn('confirmed', ['packed', 'cancelled'], { orderNumber: 'VM-1' });

test('a scanner that is faster than the screen packs an order, and what does not belong in stays out', async () => {
  const calls = answerCalls({
    'GET orders/VM-1': { data: order },
    'POST orders/VM-1/moves': { data: { ...order, status: 'packed', nextStates: ['shipped'] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('vm-1{Enter}KAR-100{Enter}AML-250{Enter}KAR-100{Enter}');
  expect(await screen.findByText('VM-1 is packed. Scan the next order.')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST orders/VM-1/moves', body: { to: 'packed', version: 2 } },
  ]);
  expect(screen.getByRole('link', { name: 'Print their labels' })).toHaveAttribute(
    'href',
    '/orders/print?view=labels&numbers=VM-1',
  );
});

test('an order is finished before the next one is begun, and one that somebody else moved is put back', async () => {
  answerCalls({
    'GET orders/VM-1': { data: order },
    'GET orders/VM-2': { data: orderIn('confirmed', ['packed'], { orderNumber: 'VM-2' }) },
    'POST orders/VM-1/moves': { status: 409, data: { ...order, status: 'cancelled', nextStates: [] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}KAR-100{Enter}VM-2{Enter}');
  expect(await screen.findByText(/VM-1 still misses 1 pack/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'One by hand' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('VM-1 is “Cancelled”. Put the packs back.'),
  );
});
