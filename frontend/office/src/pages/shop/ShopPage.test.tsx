import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ShopPage from './ShopPage';

const me = meWith('shop.write');
const shop = shopOf();
const changes = {
  changes: [
    { version: 2, changedAt: '2026-11-25T06:30:00Z', changedBy: 's-1', fields: ['legalName', 'codFee'] },
    { version: 1, changedAt: '2026-11-24T06:30:00Z', fields: ['name'] },
  ],
};
const names = { names: [{ id: 's-1', name: 'Hansa Desai' }] };
const reading = {
  'GET shop/changes': { data: changes },
  'GET staff/names': { data: names },
};

beforeEach(() => queryClient.clear());

test('samples are marked as samples, and the history of changes is shown', async () => {
  answerCalls({ ...reading, 'GET shop': { data: { ...shop, isSample: true } } });
  show(<ShopPage />, { me });
  expect(await screen.findByRole('note')).toHaveTextContent('These are samples.');
  expect(await screen.findByText('Legal name, COD fee')).toBeInTheDocument();
  expect(screen.getByText('First values')).toBeInTheDocument();
});

test('a change is sent whole with the version that was read, by keyboard', async () => {
  const kept = { ...shop, version: 3, facts: { ...shop.facts, name: 'Jadibuti' } };
  const calls = answerCalls({ ...reading, 'GET shop': { data: shop }, 'PUT shop': { data: kept } });
  const { user } = show(<ShopPage />, { me });
  const name = await screen.findByLabelText(/^Name(?! in)/);
  await user.clear(name);
  await user.type(name, 'Jadibuti{Enter}');
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain('PUT shop'));
  const sent = calls.find(({ route }) => route === 'PUT shop');
  expect(sent?.body).toEqual({ version: 2, facts: kept.facts });
});

test('an error stands beside its field, and nothing is sent', async () => {
  const calls = answerCalls({ ...reading, 'GET shop': { data: shop } });
  const { user } = show(<ShopPage />, { me });
  const licence = await screen.findByLabelText(/^Food licence/);
  await user.clear(licence);
  await user.type(licence, '123');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/has 14 digits/)).toBeInTheDocument();
  expect(licence).toHaveFocus();
  expect(calls.map(({ route }) => route)).not.toContain('PUT shop');
});

test('concurrent edits are merged, and conflicts are asked about', async () => {
  const theirs = { ...shop, version: 3, facts: { ...shop.facts, tagline: 'Theirs', codFee: 30 } };
  const kept = { ...theirs, version: 4 };
  const calls = answerCalls({
    ...reading,
    'GET shop': { data: shop },
    'PUT shop': [
      { status: 409, body: { message: 'Changed.', code: 'SHOP_CHANGED', data: theirs } },
      { data: kept },
    ],
  });
  const { user } = show(<ShopPage />, { me });
  const tagline = await screen.findByLabelText('Line below the name');
  await user.clear(tagline);
  await user.type(tagline, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Theirs')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.filter(({ route }) => route === 'PUT shop')).toHaveLength(2));
  const sent = calls.findLast(({ route }) => route === 'PUT shop');
  expect(sent?.body).toMatchObject({ version: 3, facts: { tagline: 'Mine', codFee: 30 } });
});
