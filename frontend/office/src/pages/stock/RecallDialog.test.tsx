import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  BatchSchema,
  InventoryService,
  type RecallBatchRequest,
  type RecalledOrderSchema,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import { OrderNumberService } from '#contract/shop/order/v1/order_numbers_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { RecallDialog } from './RecallDialog';

const batch = create(BatchSchema, { batchId: 'b-1', batchNumber: 'K-2611', onHand: 40, reserved: 3 });
const me = meWith('orders.read', 'stock.recall');
const NUMBERS: Record<string, string> = { 'o-1': 'VM-261122-QTSWW', 'o-3': 'VM-261122-HELD1' };

beforeEach(() => {
  queryClient.clear();
});

/** Answers a recall with pages of orders, whose numbers are in `NUMBERS`. */
function recalls(...pages: MessageInitShape<typeof RecalledOrderSchema>[][]) {
  const asked: RecallBatchRequest[] = [];
  const services = (router: ConnectRouter) => {
    router.service(InventoryService, {
      recallBatch: (recall) => {
        asked.push(recall);
        const next = asked.length < pages.length ? String(asked.length) : '';
        return { batch, orders: pages[asked.length - 1] ?? [], nextPageToken: next };
      },
    });
    router.service(OrderNumberService, {
      listOrderNumbers: ({ orderIds }) => ({
        orders: orderIds.flatMap((orderId) => {
          const orderNumber = NUMBERS[orderId];
          return orderNumber ? [{ orderId, orderNumber }] : [];
        }),
      }),
    });
  };
  return { services, asked };
}

test('a recall leads to each order that it can name, of all pages', async () => {
  answerCalls({});
  const { services, asked } = recalls(
    [{ orderId: 'o-1', quantity: 2, isShipped: true }],
    [{ orderId: 'o-2', quantity: 2, isShipped: true }],
  );
  const onClose = vi.fn<() => void>();
  const { user } = show(<RecallDialog batch={batch} onClose={onClose} />, { me, services });
  await user.type(screen.getByLabelText('Reason'), 'A stone was found');
  await user.click(screen.getByRole('button', { name: 'Recall the batch' }));
  const link = await screen.findByRole('link', { name: 'VM-261122-QTSWW' });
  expect(link).toHaveAttribute('href', '/orders/VM-261122-QTSWW');
  expect(screen.getByText(/order o-2/)).toBeInTheDocument();
  expect(screen.getByText(/2 orders with packs of it/)).toBeInTheDocument();
  expect(asked).toMatchObject([
    { batchId: 'b-1', reason: 'A stone was found', pageToken: '' },
    { batchId: 'b-1', reason: 'A stone was found', pageToken: '1' },
  ]);
  // The list is shown once, and only its button closes it.
  (screen.getByRole('dialog') as HTMLDialogElement).close();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('staff who may see orders go on to write to buyers of shipped packs', async () => {
  const notices = [{ orderId: 'o-1', orderNumber: 'VM-261122-QTSWW', quantity: 2, state: 'to_write' }];
  answerCalls({
    'GET stock/batches/b-3/recall-notices': { data: { reason: 'A stone was found', notices } },
  });
  const { services } = recalls([
    { orderId: 'o-1', quantity: 2, isShipped: true },
    { orderId: 'o-3', quantity: 2 },
  ]);
  const dialog = <RecallDialog batch={{ ...batch, batchId: 'b-3' }} onClose={vi.fn<() => void>()} />;
  const { user } = show(dialog, { me, services });
  await user.type(screen.getByLabelText('Reason'), 'A stone was found');
  await user.click(screen.getByRole('button', { name: 'Recall the batch' }));
  expect(await screen.findByText('VM-261122-HELD1')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Write to these shoppers…' }));
  expect(await screen.findByRole('button', { name: 'Write to 1 shopper' })).toBeInTheDocument();
  expect(screen.queryByText('VM-261122-HELD1')).not.toBeInTheDocument();
});
