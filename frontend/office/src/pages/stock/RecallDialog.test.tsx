import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Batch, Me, Recalled } from '../../api/types';
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
  const onClose = vi.fn<() => void>();
  const { user } = show(<RecallDialog batch={batch} onClose={onClose} />);
  await user.type(screen.getByLabelText('Reason'), 'A stone was found');
  await user.click(screen.getByRole('button', { name: 'Recall the batch' }));
  const link = await screen.findByRole('link', { name: 'VM-261122-QTSWW' });
  expect(link).toHaveAttribute('href', '/orders/VM-261122-QTSWW');
  expect(screen.getByText(/order o-2/)).toBeInTheDocument();
  // The list is shown once, and only its button closes it.
  (screen.getByRole('dialog') as HTMLDialogElement).close();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('staff who may see orders go on to write to buyers of shipped packs', async () => {
  const order = { quantity: 2, isReturned: false, isReplaced: false, isWaiting: false };
  const recalledBatch = { ...batch, batchId: 'b-3', isRecalled: true };
  const recalled: Recalled = {
    batch: recalledBatch,
    orders: [
      { ...order, orderId: 'o-1', orderNumber: 'VM-261122-QTSWW', isShipped: true },
      { ...order, orderId: 'o-2', orderNumber: 'VM-261122-HELD1', isShipped: false },
    ],
  };
  const notices = [{ orderId: 'o-1', orderNumber: 'VM-261122-QTSWW', quantity: 2, state: 'to_write' }];
  answerCalls({
    'POST stock/batches/b-3/recall': { data: recalled },
    'GET stock/batches/b-3/recall-notices': {
      data: { batch: recalledBatch, reason: 'A stone was found', notices },
    },
  });
  const me: Me = {
    staffId: 's-1',
    name: 'Hansa',
    email: 'hansa@vanmool.example',
    role: 'owner',
    permissions: ['orders.read', 'stock.recall'],
    isReauthenticated: false,
  };
  const dialog = <RecallDialog batch={{ ...batch, batchId: 'b-3' }} onClose={vi.fn<() => void>()} />;
  const { user } = show(dialog, { me });
  await user.type(screen.getByLabelText('Reason'), 'A stone was found');
  await user.click(screen.getByRole('button', { name: 'Recall the batch' }));
  await user.click(await screen.findByRole('button', { name: 'Write to these shoppers…' }));
  expect(await screen.findByRole('button', { name: 'Write to 1 shopper' })).toBeInTheDocument();
  expect(screen.queryByText('VM-261122-HELD1')).not.toBeInTheDocument();
});
