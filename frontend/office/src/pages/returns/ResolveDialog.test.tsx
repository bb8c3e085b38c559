import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ReturnsPage from './ReturnsPage';

/** One of two packs was returned, both of one batch. */
const pack = {
  orderId: 'o-1',
  orderNumber: 'VM-261122-QTSWW',
  productId: 'p-karela',
  productName: 'Karela Powder',
  weightInGrams: 100,
  quantity: 1,
  returnedAt: '2026-11-28T07:08:31Z',
  batches: [{ batchId: 'b-1', batchNumber: 'K-2610', quantity: 2 }],
};

beforeEach(() => {
  queryClient.clear();
});

test('no more packs of a batch are sold again than came back', async () => {
  answerCalls({ 'GET stock/returns': { data: { packs: [pack] } } });
  const { user } = show(<ReturnsPage />, { me: meWith('stock.read', 'stock.write') });
  await user.click(await screen.findByRole('button', { name: 'Sell again…' }));
  const dialog = within(screen.getByRole('dialog'));
  const packs = dialog.getByLabelText('Packs');
  expect(packs).toHaveValue('1');
  await user.clear(packs);
  await user.type(packs, '2');
  await user.click(dialog.getByRole('button', { name: 'Sell again' }));
  expect(await dialog.findByText('Enter at most 1 pack.')).toBeInTheDocument();
});
