import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import * as lists from '../api/lists';
import { ashwagandha, cardsOf, itemOf, karela, withLeft } from '../test_data';
import { loadCart, loadProducts, useCart } from './cart';
import { takeOverLeft, usePacksLeft } from './packs_left';
import { productDetails } from './product_details';

vi.mock('../api/client');
vi.mock('../api/lists');
vi.mock('../messages/notify');

const line = itemOf(karela, 100, 1);
const left = (of = line) => renderHook(() => usePacksLeft(of)).result.current;
const told = { productId: karela._id, weightInGrams: 100, left: 1 };

beforeEach(() => {
  vi.mocked(client.findCards).mockReset();
  vi.mocked(client.readProduct).mockReset();
});

test('the list tells how many are left', () => {
  useCart.setState({ data: [withLeft(karela, 3, 0)] });
  expect(left()).toBe(3);
  expect(left(itemOf(karela, 200, 1))).toBe(0);
});

test('a pack without a known stock can be bought', () => {
  expect(left()).toBe(Infinity);
});

test('the refusal of an order stands above the list, until another tells', () => {
  takeOverLeft([told]);
  useCart.setState({ data: [withLeft(karela, 3)] });
  expect(left()).toBe(1);
  expect(left(itemOf(karela, 200, 1))).toBe(Infinity);
  takeOverLeft([{ ...told, weightInGrams: 200 }]);
  expect(left()).toBe(3);
});

test('but not above a list that came long after it', async () => {
  vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] });
  vi.mocked(lists.listCards).mockResolvedValue(cardsOf([withLeft(karela, 3)]));
  takeOverLeft([told]);
  await loadProducts({ fresh: true });
  expect(left()).toBe(1);
  vi.setSystemTime(Date.now() + 120_000);
  await loadProducts({ fresh: true });
  expect(left()).toBe(3);
  vi.useRealTimers();
});

test('in a shop of many products the cart is told of lines that the list leaves out', async () => {
  localStorage.setItem('cart', JSON.stringify([line]));
  vi.mocked(lists.listCards).mockResolvedValue(cardsOf([ashwagandha], '1-ashwagandha'));
  vi.mocked(client.findCards).mockResolvedValue(cardsOf([withLeft(karela, 2)]));
  await loadCart();
  expect(left()).toBe(2);
});

test('and knows of what was added since by its page', async () => {
  vi.mocked(client.readProduct).mockReturnValue(new Promise(() => {}));
  void productDetails.load(karela._id);
  expect(left()).toBe(Infinity);
  vi.mocked(client.readProduct).mockResolvedValue(withLeft(ashwagandha, 4));
  await productDetails.load(ashwagandha._id);
  expect(left(itemOf(ashwagandha, 75, 1))).toBe(4);
});
