import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query_client';
import type { StockLevel } from '../../api/types';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import StockPage from './StockPage';

const me = meWith('stock.read');

const karela: StockLevel = {
  productId: 'p-karela',
  productName: 'Karela Powder',
  sku: 'P0001-100',
  productState: 'published',
  weightInGrams: 100,
  onHand: 12,
  reserved: 3,
  available: 9,
  availability: 'low',
  returned: 0,
  missing: 0,
  price: 279,
  lowestMrp: 298,
};
const giloy: StockLevel = {
  ...karela,
  productId: 'p-giloy',
  productName: 'Giloy Powder',
  sku: 'P0013-100',
  onHand: 0,
  reserved: 0,
  available: 0,
  availability: 'sold_out',
};
const counts = { all: 3000, low: 1, soldOut: 1, missing: 0 };

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

const shown = async () => {
  const rows = await screen.findAllByRole('row');
  return rows.slice(1).map((row) => within(row).getByRole('link').textContent);
};

test('packs come page by page, and each list says how many it has', async () => {
  answerCalls({
    'GET stock': { data: { levels: [karela], next: '1', counts } },
    'GET stock?cursor=1': { data: { levels: [giloy] } },
  });
  const { user } = show(<StockPage />, { me, at: '/stock' });
  expect(await shown()).toEqual(['Karela Powder']);
  expect(screen.getByText('1 of 3000')).toBeInTheDocument();
  const tabs = within(screen.getByRole('navigation', { name: 'Which packs' })).getAllByRole('link');
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'All 3000',
    'Low 1',
    'Sold out 1',
    'Missing for orders 0',
  ]);
  expect(tabs[0]).toHaveAttribute('aria-current', 'page');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('2 of 3000')).toBeInTheDocument();
  expect(await shown()).toEqual(['Karela Powder', 'Giloy Powder']);
});

test('a pack is found by its product, its code or its batch, in the list that is open', async () => {
  const calls = answerCalls({
    'GET stock?only=sold_out': { data: { levels: [giloy], counts } },
    'GET stock?only=sold_out&text=GIL-01': { data: { levels: [], counts: { ...counts, soldOut: 0 } } },
  });
  const { user } = show(<StockPage />, { me, at: '/stock?only=sold_out' });
  await shown();
  await user.type(screen.getByRole('searchbox'), 'GIL-01{Enter}');
  expect(await screen.findByText('No packs here.')).toBeInTheDocument();
  expect(calls.at(-1)?.route).toBe('GET stock?only=sold_out&text=GIL-01');
  expect(screen.getByRole('link', { name: 'Low 1' })).toHaveAttribute('href', '/stock?only=low&text=GIL-01');
});

test('stock of a product no longer sold keeps its name, and a price above the MRP is marked', async () => {
  const archived: StockLevel = { ...karela, productState: 'archived' };
  const dear: StockLevel = { ...giloy, price: 319, lowestMrp: 298 };
  answerCalls({ 'GET stock': { data: { levels: [archived, dear], counts } } });
  show(<StockPage />, { me, at: '/stock' });
  const [, first, second] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent(/Karela Powder.*Not on sale/);
  expect(second).toHaveTextContent(/Giloy Powder.*Priced above its MRP/);
});
