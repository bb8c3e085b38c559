import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BadRequestSchema } from '#contract/google/rpc/error_details_pb.js';
import { InventoryService, type ReceiveBatchRequest } from '#contract/shop/inventory/v1/inventory_pb.js';
import { answerCalls, show } from '../../test_page';
import { ReceiveDialog } from './ReceiveDialog';

/** Shows the dialog. Receipts get these refusals, one after another, and then succeed. */
function open(...refusals: ConnectError[]) {
  // The counts are read again.
  answerCalls({});
  const receipts: ReceiveBatchRequest[] = [];
  const services = (router: ConnectRouter) => {
    router.service(InventoryService, {
      receiveBatch: (receipt) => {
        receipts.push(receipt);
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        return {};
      },
    });
  };
  const onClose = vi.fn<() => void>();
  const dialog = <ReceiveDialog name="Karela 100 g" productId="p" weightInGrams={100} onClose={onClose} />;
  return { ...show(dialog, { services }), onClose, receipts };
}

test('packs that are sent again after a lost answer are taken in once: the receipt keeps its id', async () => {
  const { user, onClose, receipts } = open(new ConnectError('Please try again.', Code.Unavailable));
  await user.type(screen.getByLabelText('Batch number'), 'K-2611');
  await user.type(screen.getByLabelText('Packs'), '40');
  await user.type(screen.getByLabelText('Best before'), '2028-01-31');
  await user.type(screen.getByLabelText('MRP in ₹'), '298.50');
  await user.type(screen.getByLabelText('Shelf (optional)'), ' A 3 ');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('Please try again.')).toHaveFocus();
  expect(screen.getByLabelText('Packs')).toHaveValue('40');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = receipts;
  expect(first).toMatchObject({
    batchNumber: 'K-2611',
    quantity: 40,
    mrpPaise: 29_850n,
    costPaise: 0n,
    shelf: 'A 3',
    pack: { productId: 'p', weightInGrams: 100 },
  });
  expect(first?.receiptId).not.toBe('');
  expect(second).toEqual(first);
});

test('an MRP below the price is refused beside its field', async () => {
  const violation = { field: 'mrp_paise', description: 'This is less than the price.' };
  const { user } = open(
    new ConnectError('Please check the receipt.', Code.InvalidArgument, undefined, [
      { desc: BadRequestSchema, value: { fieldViolations: [violation] } },
    ]),
  );
  await user.type(screen.getByLabelText('Batch number'), 'K-2611');
  await user.type(screen.getByLabelText('Packs'), '40');
  await user.type(screen.getByLabelText('Best before'), '2199-01-31');
  const mrp = screen.getByLabelText('MRP in ₹');
  await user.type(mrp, '1');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('This is less than the price.')).toBeInTheDocument();
  await waitFor(() => expect(mrp).toHaveFocus());
});

test('a day that is not after the packing is refused beside its field', async () => {
  const { user, receipts } = open();
  await user.type(screen.getByLabelText('Batch number'), 'K-2611');
  await user.type(screen.getByLabelText('Packs'), '40');
  await user.type(screen.getByLabelText('MRP in ₹'), '299');
  await user.type(screen.getByLabelText('Best before'), '2020-01-31');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('This must be after the packing date.')).toBeInTheDocument();
  expect(receipts).toEqual([]);
});
