import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { cardsOf, itemOf, karela } from '../test_data';
import { askForRest } from './rest_of_cart';

vi.mock('../api/client');

const id = (n: number) => `0192f3a0-7c00-7000-8000-${String(n).padStart(12, '0')}`;

const soldAs = (_id: string) => ({ ...karela, _id });

beforeEach(() => {
  vi.mocked(client.findCards)
    .mockReset()
    .mockImplementation(async ({ ids = '' }) => cardsOf(ids.split(',').map(soldAs)));
});

test('a full cart and a large order bought again are asked about in parts, as the server takes them', async () => {
  const items = Array.from({ length: 100 }, (_, n) => ({ ...itemOf(karela, 100, 1), _id: id(n) }));
  const { products } = await askForRest(items, []);
  expect(products.map(({ _id }) => _id)).toEqual(items.map(({ _id }) => _id));
  const sizes = vi.mocked(client.findCards).mock.calls.map(([{ ids }]) => ids?.split(',').length);
  expect(sizes).toEqual([50, 50]);
});

test('nothing that is missing asks nothing', async () => {
  expect(await askForRest([itemOf(karela, 100, 1)], [karela])).toEqual({ products: [karela], asked: [] });
  expect(client.findCards).not.toHaveBeenCalled();
});
