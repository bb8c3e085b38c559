import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Me, ReturnedPack } from '../../api/types';
import { answerCalls, show } from '../../test_page';
import ReturnsPage from './ReturnsPage';

const packer = { permissions: ['stock.write'] } as unknown as Me;

const pack: ReturnedPack = {
  orderId: 'o-1',
  orderNumber: 'VM-261123-7K3QX',
  productId: 'p-karela',
  productName: 'Karela Powder',
  weightInGrams: 100,
  quantity: 2,
  returnedAt: '2026-11-24T09:30:00Z',
  batches: [
    { batchId: 'b-1', batchNumber: 'K-2611', quantity: 1, isRecalled: true },
    { batchId: 'b-2', batchNumber: 'K-2612', quantity: 1, isRecalled: false },
  ],
};

test('packs of a recalled batch are marked and can only be written off', async () => {
  answerCalls({ 'GET stock/returns': { data: { packs: [pack] } } });
  show(<ReturnsPage />, { me: packer });
  const recalled = (await screen.findByText('K-2611')).closest('li') as HTMLElement;
  expect(within(recalled).getByText('Recalled: only write off')).toBeInTheDocument();
  expect(
    within(recalled)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Write off…']);
  const whole = screen.getByText('K-2612').closest('li') as HTMLElement;
  expect(within(whole).getAllByRole('button')).toHaveLength(2);
});
