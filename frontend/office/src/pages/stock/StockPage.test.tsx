import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ProductState } from '#contract/shop/catalog/v1/product_editing_pb.js';
import {
  Availability,
  InventoryService,
  type ListStockLevelsRequest,
  PackSchema,
  type StockLevel,
  StockFilter,
  StockLevelSchema,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { show } from '../../test_page';
import StockPage from './StockPage';

const me = meWith('stock.read');

const karela = create(StockLevelSchema, {
  pack: { productId: 'p-karela', weightInGrams: 100 },
  productName: 'Karela Powder',
  sku: 'P0001-100',
  productState: ProductState.PUBLISHED,
  onHand: 12n,
  reserved: 3n,
  available: 9n,
  availability: Availability.LOW,
  pricePaise: 27_900n,
  lowestMrpPaise: 29_800n,
});
const giloy: StockLevel = {
  ...karela,
  pack: create(PackSchema, { productId: 'p-giloy', weightInGrams: 100 }),
  productName: 'Giloy Powder',
  sku: 'P0013-100',
  onHand: 0n,
  reserved: 0n,
  available: 0n,
  availability: Availability.SOLD_OUT,
};
const counts = { all: 3000n, low: 1n, soldOut: 1n };

/** Answers each request of a page with these levels. Only the first page has counts. */
function stock(levelsOf: (request: ListStockLevelsRequest) => StockLevel[], nextPageToken = '') {
  const asked: ListStockLevelsRequest[] = [];
  const services = (router: ConnectRouter) => {
    router.service(InventoryService, {
      listStockLevels: (request) => {
        asked.push(request);
        const levels = levelsOf(request);
        return request.pageToken ? { levels } : { levels, counts, nextPageToken };
      },
    });
  };
  return { services, asked };
}

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
  const { services } = stock(({ pageToken }) => [pageToken ? giloy : karela], '1');
  const { user } = show(<StockPage />, { me, at: '/stock', services });
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
  const { services, asked } = stock(({ query }) => (query ? [] : [giloy]));
  const { user } = show(<StockPage />, { me, at: '/stock?only=sold_out', services });
  await shown();
  await user.type(screen.getByRole('searchbox'), 'GIL-01{Enter}');
  expect(await screen.findByText('No packs here.')).toBeInTheDocument();
  expect(asked.at(-1)).toMatchObject({ filter: StockFilter.SOLD_OUT, query: 'GIL-01' });
  expect(screen.getByRole('link', { name: 'Low 1' })).toHaveAttribute('href', '/stock?only=low&text=GIL-01');
});

test('stock of a product no longer sold keeps its name, and a price above the MRP is marked', async () => {
  const archived = { ...karela, productState: ProductState.ARCHIVED };
  const dear = { ...giloy, pricePaise: 31_900n };
  show(<StockPage />, { me, at: '/stock', ...stock(() => [archived, dear]) });
  const [, first, second] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent(/Karela Powder.*Not on sale/);
  expect(second).toHaveTextContent(/Giloy Powder.*Priced above its MRP/);
});
