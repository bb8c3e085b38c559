import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, orderIn } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import PackingPage from './PackingPage';

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
});

const me = meWith('orders.read', 'orders.transition');
const order = orderIn('confirmed', ['packed', 'cancelled'], { orderNumber: 'VM-1' });

const noBatches = { 'GET orders/reserved-packs?orderId=o-1': { data: { orders: [] } } };
const weight = () => screen.findByRole('textbox', { name: /Parcel weight/ });

test('a scanner that is faster than the screen packs an order, whose weight is confirmed with Enter', async () => {
  const calls = answerCalls({
    ...noBatches,
    'GET orders/VM-1': { data: order },
    'POST orders/VM-1/transitions': { data: { ...order, status: 'packed', nextStates: ['shipped'] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('vm-1{Enter}KAR-100{Enter}AML-250{Enter}KAR-100{Enter}');
  expect(await weight()).toHaveValue('340');
  expect(await weight()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('VM-1 is packed. Scan the next order.')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST orders/VM-1/transitions', body: { to: 'packed', version: 2, parcelWeightInGrams: 340 } },
  ]);
  expect(screen.getByRole('link', { name: 'Print their labels' })).toHaveAttribute(
    'href',
    '/orders/print?view=labels&numbers=VM-1',
  );
});

test('says that an order is not paid before it is packed', async () => {
  answerCalls({ 'GET orders/VM-1': { data: { ...order, paymentMethod: 'pay_later' } } });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}');
  const box = await screen.findByRole('region', { name: 'The box of VM-1' });
  expect(box).toHaveTextContent('unpaid, pays later');
});

test('an order is finished before the next one is begun, and one that changed meanwhile is put back', async () => {
  answerCalls({
    ...noBatches,
    'GET orders/VM-1': { data: order },
    'GET orders/VM-2': { data: orderIn('confirmed', ['packed'], { orderNumber: 'VM-2' }) },
    'POST orders/VM-1/transitions': { status: 409, data: { ...order, status: 'cancelled', nextStates: [] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}KAR-100{Enter}VM-2{Enter}');
  expect(await screen.findByText(/VM-1 is still missing 1 pack/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add without scanning' }));
  await user.click(await screen.findByRole('button', { name: 'Mark packed' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('VM-1 is “Cancelled”. Put the packs back.'),
  );
});

test('a weight that no parcel has stays here, a code is no weight, and an empty field packs without one', async () => {
  const calls = answerCalls({
    ...noBatches,
    'GET orders/VM-1': { data: order },
    'POST orders/VM-1/transitions': { data: { ...order, status: 'packed', nextStates: ['shipped'] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}KAR-100{Enter}KAR-100{Enter}');
  const field = await weight();
  await user.keyboard('50001{Enter}');
  expect(await screen.findByText(/A parcel weighs 1 g to 50 kg/)).toBeInTheDocument();
  await user.keyboard('VM-2{Enter}');
  expect(await screen.findByText(/VM-1 is complete. Enter its weight first/)).toBeInTheDocument();
  expect(field).toHaveValue('340');
  await user.keyboard('612.{Enter}');
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('VM-1 is packed. Scan the next order.')).toBeInTheDocument();
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({ to: 'packed', version: 2 });
});

test('a box that is half full outlives its page, and so do the labels of packed orders', async () => {
  answerCalls({
    ...noBatches,
    'GET orders?status=confirmed': { data: { orders: [] } },
    'GET orders/VM-1': { data: order },
    'GET orders/VM-2': { data: orderIn('confirmed', ['packed'], { orderNumber: 'VM-2' }) },
    'POST orders/VM-1/transitions': { data: { ...order, status: 'packed', nextStates: ['shipped'] } },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}KAR-100{Enter}KAR-100{Enter}');
  await weight();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('VM-1 is packed. Scan the next order.')).toBeInTheDocument();
  await user.click(screen.getByRole('textbox', { name: 'Scan an order' }));
  await user.keyboard('VM-2{Enter}KAR-100{Enter}');
  expect(await screen.findByText('Karela Powder 100 g: 1 of 2.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'VM-2' })).toHaveAttribute('target', '_blank');
  expect(JSON.stringify(sessionStorage)).not.toContain('Asha');
  cleanup();
  show(<PackingPage />, { me });
  expect(await screen.findByText('VM-2: 1 pack to put in.')).toBeInTheDocument();
  expect(screen.getByText('1 of 2')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Print their labels' })).toHaveAttribute(
    'href',
    '/orders/print?view=labels&numbers=VM-1',
  );
});

test('orders that wait are listed, and a press or a link puts one on the table', async () => {
  answerCalls({
    ...noBatches,
    'GET orders?status=confirmed': { data: { orders: [order] } },
    'GET orders/VM-1': { data: order },
  });
  const { user } = show(<PackingPage />, { me });
  await user.click(await screen.findByRole('button', { name: 'Pack VM-1' }));
  expect(await screen.findByText('VM-1: 2 packs to put in.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Pack VM-1' })).not.toBeInTheDocument();
  cleanup();
  sessionStorage.clear();
  show(<PackingPage />, { me, at: '/pack?order=vm-1' });
  expect(await screen.findByText('VM-1: 2 packs to put in.')).toBeInTheDocument();
});

const reserved = {
  batchId: 'b-old',
  batchNumber: 'K-2611',
  shelf: 'A 3',
  productId: 'p-karela',
  weightInGrams: 100,
  quantity: 2,
  bestBefore: '2027-11-01',
};

test('the packer reads batch and shelf, and a pack of another batch moves the reservation', async () => {
  const young = { ...reserved, batchId: 'b-young', batchNumber: 'K-2612', shelf: 'B 1', quantity: 1 };
  const calls = answerCalls({
    'GET orders?status=confirmed': { data: { orders: [] } },
    'GET orders/VM-1': { data: order },
    'GET orders/reserved-packs?orderId=o-1': { data: { orders: [{ orderId: 'o-1', packs: [reserved] }] } },
    'POST orders/VM-1/reserved-packs': [
      {
        status: 409,
        body: { message: 'Batch K-2609 was recalled. Put the pack aside and take another one.' },
      },
      { status: 404, body: { message: 'No pack is of it.' } },
      { data: { orderId: 'o-1', packs: [{ ...reserved, quantity: 1 }, young] } },
    ],
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}');
  const box = await screen.findByRole('region', { name: 'The box of VM-1' });
  expect(box).toHaveTextContent('Batch K-2611, shelf A 3');
  await user.keyboard('K-2609{Enter}');
  expect(await screen.findByText(/K-2609 was recalled/)).toBeInTheDocument();
  await user.keyboard('AML-100{Enter}');
  expect(await screen.findByText('AML-100 is not in this order. Put it back.')).toBeInTheDocument();
  await user.keyboard('k-2612{Enter}');
  expect(await screen.findByText('Karela Powder 100 g, batch K-2612: 1 of 2.')).toBeInTheDocument();
  expect(box).toHaveTextContent('Batch K-2612, shelf B 1: 1 of 1');
  await user.keyboard('K-2611{Enter}');
  expect(await screen.findByText(/batch K-2611: 2 of 2. All are in/)).toBeInTheDocument();
  const asked = calls.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body);
  expect(asked.at(-1)).toEqual({ batchNumber: 'K-2612', quantity: 1, insteadOfBatchIds: ['b-old'] });
});

test('an order can be packed while its batches are unknown', async () => {
  answerCalls({
    'GET orders?status=confirmed': { data: { orders: [] } },
    'GET orders/VM-1': { data: order },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}');
  expect(
    await screen.findByText(/2 packs to put in. The batches cannot be shown right now/),
  ).toBeInTheDocument();
});

test('a kept box that cannot be loaded is not overwritten by the next scan, and is tried again', async () => {
  answerCalls({
    ...noBatches,
    'GET orders?status=confirmed': { data: { orders: [] } },
    'GET orders/VM-1': { data: order },
    'GET orders/VM-2': { data: orderIn('confirmed', ['packed'], { orderNumber: 'VM-2' }) },
  });
  const { user } = show(<PackingPage />, { me });
  await user.keyboard('VM-1{Enter}KAR-100{Enter}');
  expect(await screen.findByText('Karela Powder 100 g: 1 of 2.')).toBeInTheDocument();
  cleanup();
  queryClient.clear();

  answerCalls({
    ...noBatches,
    'GET orders?status=confirmed': { data: { orders: [] } },
    'GET orders/VM-1': [{ status: 400, body: { message: 'Not now.' } }, { data: order }],
    'GET orders/VM-2': { data: orderIn('confirmed', ['packed'], { orderNumber: 'VM-2' }) },
  });
  const again = show(<PackingPage />, { me });
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no answer about VM-1. Not now.');
  await again.user.click(screen.getByRole('textbox', { name: 'Scan an order' }));
  await again.user.keyboard('VM-2{Enter}KAR-100{Enter}');
  expect(await screen.findByText(/^The box of VM-1 could not be loaded/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'The box of VM-2' })).not.toBeInTheDocument();
  await again.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('VM-1: 1 pack to put in.')).toBeInTheDocument();
  expect(screen.getByText('1 of 2')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a kept box that cannot be loaded can be put aside for another order', async () => {
  sessionStorage.setItem(
    'draft s-1 packing',
    JSON.stringify({ orderNumber: 'VM-1', packed: [['KAR-100', 1]], done: [] }),
  );
  answerCalls({
    ...noBatches,
    'GET orders?status=confirmed': { data: { orders: [] } },
    'GET orders/VM-2': { data: orderIn('confirmed', ['packed'], { orderNumber: 'VM-2' }) },
  });
  const { user } = show(<PackingPage />, { me });
  await user.click(await screen.findByRole('button', { name: 'Put aside' }));
  expect(screen.getByRole('textbox', { name: 'Scan an order' })).toHaveFocus();
  await user.keyboard('VM-2{Enter}');
  expect(await screen.findByText('VM-2: 2 packs to put in.')).toBeInTheDocument();
});
