import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Batch, Recalled } from '../../api/types';
import { answerCalls, show } from '../../test_page';
import { RecallDialog } from './RecallDialog';

const batch: Batch = {
  batchId: 'b-1',
  productId: 'p-karela',
  weightInGrams: 100,
  batchNumber: 'K-2611',
  packedOn: '2026-11-01',
  bestBefore: '2027-11-01',
  lastSaleOn: '2027-09-01',
  mrp: 298.5,
  cost: 112,
  onHand: 40,
  reserved: 3,
  isRecalled: false,
};

test('a recall leads to each order that it can name', async () => {
  const order = { quantity: 2, isShipped: true, isReturned: false, isReplaced: false, isWaiting: false };
  const recalled: Recalled = {
    batch: { ...batch, isRecalled: true },
    orders: [
      { ...order, orderId: 'o-1', orderNumber: 'VM-261122-QTSWW' },
      { ...order, orderId: 'o-2' },
    ],
  };
  answerCalls({ 'POST stock/batches/b-1/recall': { data: recalled } });
  const { user } = show(<RecallDialog batch={batch} onClose={vi.fn<() => void>()} />);
  await user.type(screen.getByLabelText('Reason'), 'A stone was found');
  await user.click(screen.getByRole('button', { name: 'Recall the batch' }));
  const link = await screen.findByRole('link', { name: 'VM-261122-QTSWW' });
  expect(link).toHaveAttribute('href', '/orders/VM-261122-QTSWW');
  expect(screen.getByText(/order o-2/)).toBeInTheDocument();
});
