import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meWith, orderIn } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import PackingPage from './PackingPage';

const me = meWith('orders.read', 'orders.move');
const order = orderIn('confirmed', ['packed', 'cancelled'], { orderNumber: 'VM-1' });

const weight = () => screen.findByRole('textbox', { name: /The parcel weighs/ });

test('a scanner that is faster than the screen packs an order, whose weight is confirmed with Enter', async () => {
  const calls = answerCalls({
    'GET orders/VM-1': { data: order },
    'POST orders/VM-1/moves': { data: { ...order, status: 'packed', nextStates: ['shipped'] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('vm-1{Enter}KAR-100{Enter}AML-250{Enter}KAR-100{Enter}');
  expect(await weight()).toHaveValue('340');
  expect(await weight()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('VM-1 is packed. Scan the next order.')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST orders/VM-1/moves', body: { to: 'packed', version: 2, parcelWeightInGrams: 340 } },
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
  await user.click(await screen.findByRole('button', { name: 'Mark packed' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('VM-1 is “Cancelled”. Put the packs back.'),
  );
});

test('a weight that no parcel has stays here, a code is no weight, and an empty field packs without one', async () => {
  const calls = answerCalls({
    'GET orders/VM-1': { data: order },
    'POST orders/VM-1/moves': { data: { ...order, status: 'packed', nextStates: ['shipped'] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}KAR-100{Enter}KAR-100{Enter}');
  const field = await weight();
  await user.keyboard('50001{Enter}');
  expect(await screen.findByText(/A parcel weighs 1 g to 50 kg/)).toBeInTheDocument();
  await user.keyboard('VM-2{Enter}');
  expect(await screen.findByText(/VM-1 is full. Say what it weighs first/)).toBeInTheDocument();
  expect(field).toHaveValue('340');
  await user.keyboard('612.{Enter}');
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('VM-1 is packed. Scan the next order.')).toBeInTheDocument();
  expect(calls.at(-1)?.body).toEqual({ to: 'packed', version: 2 });
});
