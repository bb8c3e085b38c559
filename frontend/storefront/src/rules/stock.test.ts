import { expect, test } from 'vitest';
import { isSoldOut, packsLeft } from './stock';

const inStock = { availability: 'in_stock' } as const;
const low = { availability: 'low', left: 3 } as const;
const soldOut = { availability: 'sold_out' } as const;

test.each([
  ['in stock', inStock, Infinity],
  ['low', low, 3],
  ['sold out', soldOut, 0],
  ['told of by an older gateway', {}, Infinity],
])('a pack that is %s %#: the shop’s number can be had', (_, standing, left) => {
  expect(packsLeft(standing)).toBe(left);
});

test('a product is sold out when all its packs are', () => {
  expect(isSoldOut([soldOut, soldOut])).toBe(true);
  expect(isSoldOut([soldOut, low])).toBe(false);
  expect(isSoldOut([soldOut, {}])).toBe(false);
});

test('a product that comes in no weight is not sold out: it says so itself', () => {
  expect(isSoldOut([])).toBe(false);
});
