import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  InventoryService,
  ReservedPacksSchema,
  type ResolveReturnedPacksRequest,
  type ReturnedPacks,
  ReturnedPacksSchema,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import { OrderNumberService } from '#contract/shop/order/v1/order_numbers_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ReturnsPage from './ReturnsPage';

const returned = create(ReturnedPacksSchema, {
  orderId: 'o-1',
  pack: { productId: 'p-karela', weightInGrams: 100 },
  productName: 'Karela Powder',
  quantity: 2,
  returnedAt: '2026-11-24T09:30:00Z',
  batches: [
    { batchId: 'b-1', batchNumber: 'K-2611', quantity: 1, isRecalled: true },
    { batchId: 'b-2', batchNumber: 'K-2612', quantity: 1 },
  ],
});
/** One of two packs was returned, both of one batch. */
const one: ReturnedPacks = {
  ...returned,
  quantity: 1,
  batches: [create(ReservedPacksSchema, { batchId: 'b-1', batchNumber: 'K-2610', quantity: 2 })],
};

beforeEach(() => {
  queryClient.clear();
});

/** Shows these packs for staff with these permissions. `numbers` answers the question for the orders' numbers. */
function open(
  packs: ReturnedPacks,
  permissions: string[],
  numbers = () => ({ orders: [{ orderId: 'o-1', orderNumber: 'VM-261122-QTSWW' }] }),
) {
  // The counts are read again.
  answerCalls({});
  const resolutions: ResolveReturnedPacksRequest[] = [];
  const services = (router: ConnectRouter) => {
    router.service(InventoryService, {
      listReturnedPacks: () => ({ packs: [packs] }),
      resolveReturnedPacks: (resolution) => {
        resolutions.push(resolution);
        return {};
      },
    });
    router.service(OrderNumberService, { listOrderNumbers: numbers });
  };
  return { ...show(<ReturnsPage />, { me: meWith(...permissions), services }), resolutions };
}

test('packs of a recalled batch are marked and can only be written off', async () => {
  open(returned, ['orders.read', 'stock.read', 'stock.write']);
  const recalled = (await screen.findByText('K-2611')).closest('li') as HTMLElement;
  expect(within(recalled).getByText('Recalled: only write off')).toBeInTheDocument();
  expect(
    within(recalled)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Write off…']);
  const whole = screen.getByText('K-2612').closest('li') as HTMLElement;
  expect(within(whole).getAllByRole('button')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Karela Powder 100 g' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'VM-261122-QTSWW' })).toHaveAttribute(
    'href',
    '/orders/VM-261122-QTSWW',
  );
});

test('packs are listed even if the numbers of their orders are refused or cannot be loaded', async () => {
  const away = () => {
    throw new ConnectError('The orders are away.', Code.Unavailable);
  };
  const { unmount } = open(returned, ['orders.read', 'stock.read'], away);
  expect(await screen.findByText(/order o-1/)).toBeInTheDocument();
  unmount();
  queryClient.clear();
  open(returned, ['stock.read']);
  expect(await screen.findByText(/order o-1/)).toBeInTheDocument();
});

test('no more packs of a batch are sold again than came back', async () => {
  const { user, resolutions } = open(one, ['stock.read', 'stock.write']);
  await user.click(await screen.findByRole('button', { name: 'Sell again…' }));
  const dialog = within(screen.getByRole('dialog'));
  const packs = dialog.getByLabelText('Packs');
  expect(packs).toHaveValue('1');
  await user.clear(packs);
  await user.type(packs, '2');
  await user.click(dialog.getByRole('button', { name: 'Sell again' }));
  expect(await dialog.findByText('Enter at most 1 pack.')).toBeInTheDocument();
  await user.clear(packs);
  await user.type(packs, '1');
  await user.click(dialog.getByRole('button', { name: 'Sell again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(resolutions).toMatchObject([{ orderId: 'o-1', batchId: 'b-1', quantity: 1, isWriteOff: false }]);
});
