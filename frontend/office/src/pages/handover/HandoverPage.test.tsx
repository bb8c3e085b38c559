import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '../../api/types';
import { queryClient } from '../../api/query_client';
import { meWith, orderIn, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import HandoverPage from './HandoverPage';

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
});

const me = meWith('orders.read', 'orders.move');
const packedOrder = (orderNumber: string) =>
  orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber });

test('the list that the driver signs has the weight of each parcel, and their sum', async () => {
  const packed = (orderNumber: string, parcelWeightInGrams?: number) => ({
    data: orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber, parcelWeightInGrams }),
  });
  answerCalls({
    'GET shop': { data: shopOf() },
    'GET orders/VM-1': packed('VM-1', 540),
    'GET orders/VM-2': packed('VM-2', 1240),
    'GET orders/VM-3': packed('VM-3'),
  });
  const { user } = show(<HandoverPage />, { me });
  await user.keyboard('VM-1{Enter}AWB1{Enter}VM-2{Enter}VM-3{Enter}');
  expect(await screen.findByText('VM-3: now the number of its parcel.')).toBeInTheDocument();
  const list = screen.getByRole('region', { name: 'Parcels' });
  const rows = within(list).getAllByRole('row').slice(1);
  const weights = rows.map((row) => within(row).getAllByRole('cell').at(4)?.textContent);
  expect(weights).toEqual(['540\u00A0g', '1.24\u00A0kg', '—']);
  expect(list).toHaveTextContent('3 parcels, 6 packs, 1.78 kg without 1 not weighed.');
});

test('a list outlives its page, and looks its orders up again', async () => {
  answerCalls({
    'GET shop': { data: shopOf() },
    'GET orders/VM-1': { data: packedOrder('VM-1') },
    'GET orders?number=VM-1': { data: { orders: [packedOrder('VM-1')] } },
    'GET orders/VM-2': { data: packedOrder('VM-2') },
  });
  const { user } = show(<HandoverPage />, { me });
  await user.keyboard('VM-1{Enter}AWB1{Enter}');
  expect(await screen.findByText('VM-1 goes as AWB1.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'VM-1' })).toHaveAttribute('target', '_blank');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  cleanup();
  expect(JSON.stringify(sessionStorage)).not.toContain('Asha');
  const again = show(<HandoverPage />, { me });
  await again.user.click(screen.getByRole('textbox', { name: /Scan an order/ }));
  await again.user.keyboard('VM-2{Enter}');
  expect(await screen.findByText('VM-2: now the number of its parcel.')).toBeInTheDocument();
  const list = screen.getByRole('region', { name: 'Parcels' });
  expect(list).toHaveTextContent('VM-1AWB1');
  expect(list).toHaveTextContent('2 parcels');
  expect(screen.getByRole('combobox', { name: 'Carrier' })).toHaveValue('Delhivery');
});

test('parcels that were shipped stay on the list for the driver, and are not shipped again', async () => {
  const calls = answerCalls({
    'GET shop': { data: shopOf() },
    'GET orders/VM-1': { data: packedOrder('VM-1') },
    'GET orders/VM-2': { data: packedOrder('VM-2') },
    'GET orders/VM-3': { data: packedOrder('VM-3') },
    'POST orders/VM-1/moves': { data: orderIn('shipped', ['delivered'], { orderNumber: 'VM-1' }) },
    'POST orders/VM-2/moves': [
      { status: 503, body: { message: 'Not now.' } },
      { data: orderIn('shipped', ['delivered'], { orderNumber: 'VM-2' }) },
    ],
  });
  const { user } = show(<HandoverPage />, { me });
  await user.keyboard('VM-1{Enter}VM-2{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  const ship = screen.getByRole('button', { name: 'Mark all shipped' });
  await waitFor(() => expect(ship).toBeEnabled());
  await user.click(ship);
  expect(await screen.findByText('1 of 2 shipped.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Parcels' })).toHaveTextContent('2 parcels');
  await user.click(ship);
  expect(await screen.findByText('1 of 1 shipped.')).toBeInTheDocument();
  expect(ship).toBeDisabled();
  expect(calls.filter(({ route }) => route === 'POST orders/VM-1/moves')).toHaveLength(1);
  await user.click(screen.getByRole('textbox', { name: /Scan an order/ }));
  await user.keyboard('VM-3{Enter}');
  expect(await screen.findByText('VM-3: now the number of its parcel.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Parcels' })).toHaveTextContent('1 parcel');
  expect(screen.queryByText('VM-1')).not.toBeInTheDocument();
});

test('asks before parcels that are not paid are shipped, and again for one that comes later', async () => {
  const packed = (orderNumber: string, change: Partial<Order> = {}) => ({
    data: orderIn('packed', ['shipped'], { orderId: orderNumber, orderNumber, ...change }),
  });
  const calls = answerCalls({
    'GET shop': { data: shopOf() },
    'GET orders/VM-1': packed('VM-1'),
    'GET orders/VM-2': packed('VM-2', { paymentMethod: 'pay_later' }),
    'GET orders/VM-3': packed('VM-3', { paymentMethod: undefined }),
    'POST orders/VM-1/moves': packed('VM-1', { status: 'shipped', nextStates: [] }),
    'POST orders/VM-2/moves': packed('VM-2', { status: 'shipped', nextStates: [] }),
    'POST orders/VM-3/moves': packed('VM-3', { status: 'shipped', nextStates: [] }),
  });
  const { user } = show(<HandoverPage />, { me: meWith('orders.read', 'orders.move') });
  await user.keyboard('VM-1{Enter}');
  await screen.findByText('VM-1: now the number of its parcel.');
  await user.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Delhivery');
  const ship = screen.getByRole('button', { name: 'Mark all shipped' });
  expect(ship).toBeEnabled();

  const scan = screen.getByRole('textbox', { name: /Scan an order/ });
  await user.type(scan, 'VM-2{Enter}');
  expect(await screen.findByText(/VM-2 is not paid/)).toBeInTheDocument();
  expect(ship).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: '1 parcel is not paid. Ship it all the same.' }));
  expect(ship).toBeEnabled();
  await user.type(scan, 'VM-3{Enter}');
  const both = await screen.findByRole('checkbox', { name: /^2 parcels are not paid/ });
  expect(both).not.toBeChecked();
  expect(ship).toBeDisabled();
  await user.click(both);
  await user.click(ship);
  const moves = () => calls.filter(({ route }) => route.startsWith('POST'));
  await waitFor(() => expect(moves()).toHaveLength(3));
  const sent = moves().map(({ body }) => body);
  expect(sent).toEqual([
    { to: 'shipped', version: 2, parcel: { carrier: 'Delhivery' } },
    { to: 'shipped', version: 2, parcel: { carrier: 'Delhivery' }, acceptsUnpaid: true },
    { to: 'shipped', version: 2, parcel: { carrier: 'Delhivery' }, acceptsUnpaid: true },
  ]);
});
