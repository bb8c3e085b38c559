import type { ConnectRouter } from '@connectrpc/connect';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { meWith, orderOf, productOf, ticketOf } from '../test_data';
import { answerCalls, show } from '../test_page';
import PaletteGoals from './PaletteGoals';

const answers = {
  'POST orders/searches': { data: { orders: [orderOf({ fullName: 'Rakesh Iyer' })] } },
};

const answerTickets = (router: ConnectRouter) =>
  router.service(TicketService, {
    listTickets: ({ query }) => ({ tickets: query === 'rakesh' ? [ticketOf()] : [] }),
  });

const found = async (last: RegExp) => {
  await screen.findByRole('option', { name: last });
  return screen.getAllByRole('option').map(({ textContent }) => textContent);
};

test('orders, messages and shoppers are found by the typed text', async () => {
  answerCalls(answers);
  const me = meWith('orders.read', 'messages.answer', 'shoppers.read');
  const shopper = {
    accountId: 'a-1',
    email: 'rakesh@example.com',
    registeredAt: '2026-11-01T04:00:00Z',
  };
  const { user } = show(<PaletteGoals me={me} onClose={vi.fn<() => void>()} />, {
    me,
    services: (router) => {
      router.service(ShopperService, { searchShoppers: () => ({ shoppers: [shopper] }) });
      answerTickets(router);
    },
  });
  await user.type(screen.getByRole('combobox'), 'rakesh');
  await screen.findByRole('option', { name: /^VM-/ });
  await screen.findByRole('option', { name: /^T0042/ });
  expect(await found(/^rakesh@/)).toEqual([
    `${orderOf().orderNumber} · Rakesh IyerTo confirm`,
    'T0042 · Rakesh IyerTo answer',
    'rakesh@example.comShopper',
  ]);
});

test('requests without the role’s permission are not sent', async () => {
  const calls = answerCalls(answers);
  const me = meWith('orders.read');
  const { user } = show(<PaletteGoals me={me} onClose={vi.fn<() => void>()} />, { me });
  await user.type(screen.getByRole('combobox'), 'rakesh');
  await found(/^VM-/);
  // Slow typing is searched for more than once.
  expect(new Set(calls.map(({ route }) => route))).toEqual(new Set(['POST orders/searches']));
});

test('a product is found by a part of its name', async () => {
  const products = [productOf({}, { productName: 'Karela Powder' })];
  const answerProducts = (router: ConnectRouter) =>
    router.service(ProductEditingService, {
      listEditedProducts: ({ query }) => ({ products: query === 'karela' ? products : [] }),
    });
  const me = meWith('products.read');
  const { user } = show(<PaletteGoals me={me} onClose={vi.fn<() => void>()} />, {
    me,
    services: answerProducts,
  });
  await user.type(screen.getByRole('combobox'), 'karela');
  expect(await found(/^Karela/)).toEqual(['Karela PowderOn sale']);
});

test('Enter ignores the results of an earlier text', async () => {
  answerCalls(answers);
  const me = meWith('orders.read');
  const onClose = vi.fn<() => void>();
  const { user } = show(<PaletteGoals me={me} onClose={onClose} />, { me });
  await user.type(screen.getByRole('combobox'), 'rakesh');
  await found(/^VM-/);
  await user.type(screen.getByRole('combobox'), 'x{Enter}');
  expect(onClose).not.toHaveBeenCalled();
});
