import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { meWith, orderOf, ticketOf } from '../test_data';
import { answerCalls, show } from '../test_page';
import PaletteGoals from './PaletteGoals';

const answers = {
  'POST orders/searches': { data: { orders: [orderOf({ fullName: 'Rakesh Iyer' })] } },
  'POST messages/searches': { data: { tickets: [ticketOf()] } },
};

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
  expect(calls.map(({ route }) => route)).toEqual(['POST orders/searches']);
});

test('a product is found by a part of its name', async () => {
  answerCalls({
    'GET products?text=karela': {
      data: { products: [{ id: 'p-karela', state: 'published', content: { productName: 'Karela Powder' } }] },
    },
  });
  const me = meWith('products.read');
  const { user } = show(<PaletteGoals me={me} onClose={vi.fn<() => void>()} />, { me });
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
