import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, orderIn, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import HandoverPage from './HandoverPage';

beforeEach(() => queryClient.clear());

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
  const { user } = show(<HandoverPage />, { me: meWith('orders.read', 'orders.move') });
  await user.keyboard('VM-1{Enter}AWB1{Enter}VM-2{Enter}VM-3{Enter}');
  expect(await screen.findByText('VM-3: now the number of its parcel.')).toBeInTheDocument();
  const list = screen.getByRole('region', { name: 'Parcels' });
  const rows = within(list).getAllByRole('row').slice(1);
  const weights = rows.map((row) => within(row).getAllByRole('cell').at(4)?.textContent);
  expect(weights).toEqual(['540\u00A0g', '1.24\u00A0kg', '—']);
  expect(list).toHaveTextContent('3 parcels, 6 packs, 1.78 kg without 1 not weighed.');
});
