import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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

test('the list that the driver signs has the weight of each parcel, and what all of them weigh', async () => {
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
