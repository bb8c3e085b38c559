import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import { ShopEditingService, ShopSchema, type UpdateShopRequest } from '#contract/shop/catalog/v1/shop_pb.js';
import { queryClient } from '../../api/query_client';
import { answerNames, answerShop, meWith, shopOf } from '../../test_data';
import { show } from '../../test_page';
import ShopPage from './ShopPage';

const changes = [
  {
    version: 2,
    changedAt: '2026-11-25T06:30:00Z',
    changedBy: 's-1',
    fields: ['legal_name', 'cod_fee_paise'],
  },
  { version: 1, changedAt: '2026-11-24T06:30:00Z', fields: ['name'] },
];

type Answer = MessageInitShape<typeof ShopSchema> | ConnectError;

/** Shows the page of a shop. The updates get these answers, one after another. */
function open(shop = shopOf(), ...answers: Answer[]) {
  const updates: UpdateShopRequest[] = [];
  const shown = show(<ShopPage />, {
    me: meWith('shop.write'),
    services: (router) => {
      answerShop(shop)(router);
      answerNames({ 's-1': 'Hansa Desai' })(router);
      router.service(ShopEditingService, {
        listShopChanges: () => ({ changes }),
        updateShop: (update) => {
          updates.push(update);
          const answer = answers.shift();
          if (answer instanceof ConnectError) throw answer;
          return answer ? { shop: answer } : {};
        },
      });
    },
  });
  return { ...shown, updates };
}

beforeEach(() => queryClient.clear());

test('samples are marked as samples, and the history of changes is shown', async () => {
  open(shopOf({ isSample: true }));
  expect(await screen.findByRole('note')).toHaveTextContent('These are samples.');
  expect(await screen.findByText('Legal name, COD fee')).toBeInTheDocument();
  expect(await screen.findByText('Hansa Desai')).toBeInTheDocument();
  expect(screen.getByText('First values')).toBeInTheDocument();
});

test('a change is sent whole with the version that was read, by keyboard', async () => {
  const kept = { ...shopOf({ name: 'Jadibuti' }), version: 3 };
  const { user, updates } = open(shopOf(), kept);
  const name = await screen.findByLabelText(/^Name(?! in)/);
  await user.clear(name);
  await user.type(name, 'Jadibuti{Enter}');
  await waitFor(() => expect(updates).toHaveLength(1));
  expect(updates).toMatchObject([{ version: 2, facts: kept.facts }]);
});

test('an error stands beside its field, and nothing is sent', async () => {
  const { user, updates } = open();
  const licence = await screen.findByLabelText(/^Food licence/);
  await user.clear(licence);
  await user.type(licence, '123');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/has 14 digits/)).toBeInTheDocument();
  expect(licence).toHaveFocus();
  expect(updates).toEqual([]);
});

test('concurrent edits are merged, and conflicts are asked about', async () => {
  const theirs = { ...shopOf({ tagline: 'Theirs', codFeePaise: 3_000n }), version: 3 };
  const changed = new ConnectError('Changed.', Code.Aborted, undefined, [
    { desc: ErrorInfoSchema, value: { reason: 'SHOP_CHANGED' } },
    { desc: ShopSchema, value: theirs },
  ]);
  const { user, updates } = open(shopOf(), changed, { ...theirs, version: 4 });
  const tagline = await screen.findByLabelText('Line below the name');
  await user.clear(tagline);
  await user.type(tagline, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Theirs')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(updates).toHaveLength(2));
  expect(updates[1]).toMatchObject({ version: 3, facts: { tagline: 'Mine', codFeePaise: 3_000n } });
});
