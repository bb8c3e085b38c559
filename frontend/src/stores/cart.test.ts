import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { startWords } from '#words/start';
import * as notify from '../notify';
import { ashwagandha, itemOf, karela } from '../test_data';
import { followOtherTabs, loadCart, selectCount, useCart } from './cart';
import { addToCart, clearCart, removeFromCart, setQuantity } from './cart_changes';

vi.mock('../api/client');
vi.mock('../notify');

const stored = () => JSON.parse(localStorage.getItem('cart') ?? 'null');
const small = itemOf(karela, 100, 1);
const large = itemOf(karela, 200, 2);

beforeEach(() => {
  vi.mocked(client.listProducts).mockReset().mockResolvedValue([karela, ashwagandha]);
  vi.mocked(notify.notifyInfo).mockReset();
});

describe('loading', () => {
  test('restores the lines and keeps the product list', async () => {
    localStorage.setItem('cart', JSON.stringify([small]));
    await loadCart();
    expect(useCart.getState()).toEqual({
      data: [karela, ashwagandha],
      items: [small],
      loading: false,
      error: null,
    });
    expect(notify.notifyInfo).not.toHaveBeenCalled();
  });

  test('tells once that something was repaired, re-priced or dropped', async () => {
    const gone = { ...small, _id: 'gone' };
    localStorage.setItem('cart', JSON.stringify([{ ...small, price: 1, quantity: 'abc' }, gone]));
    await loadCart();
    expect(useCart.getState().items).toEqual([small]);
    expect(stored()).toEqual([small, expect.objectContaining({ _id: 'gone' })]);
    expect(notify.notifyInfo).toHaveBeenCalledExactlyOnceWith(startWords.cartChanged);
    await loadCart();
    expect(notify.notifyInfo).toHaveBeenCalledOnce();
  });

  test.each([
    ['an empty list', [], [small]],
    ['a list that lacks a product', [ashwagandha], []],
  ])('%s loses nothing of the cart for good', async (_, list, shown) => {
    localStorage.setItem('cart', JSON.stringify([small]));
    vi.mocked(client.listProducts).mockResolvedValueOnce(list);
    await loadCart();
    expect(useCart.getState().items).toEqual(shown);
    await loadCart();
    expect(useCart.getState().items).toEqual([small]);
    expect(stored()).toEqual([small]);
  });

  test('a failure is stored and thrown, and the stored lines stay', async () => {
    localStorage.setItem('cart', JSON.stringify([small]));
    vi.mocked(client.listProducts).mockRejectedValue(new Error('no catalog'));
    await expect(loadCart()).rejects.toThrow('no catalog');
    expect(useCart.getState()).toMatchObject({ loading: false, error: 'no catalog', items: [small] });
    expect(stored()).toEqual([small]);
  });
});

describe('every change is stored', () => {
  test('add', () => {
    expect(addToCart([small, large])).toBe(3);
    expect(addToCart([small])).toBe(1);
    expect(stored()).toEqual([{ ...small, quantity: 2 }, large]);
    expect(selectCount(useCart.getState())).toBe(4);
  });

  test('add tells how many fitted', () => {
    addToCart([{ ...small, quantity: 98 }]);
    expect(addToCart([{ ...small, quantity: 5 }])).toBe(1);
  });

  test('remove', () => {
    addToCart([small, large]);
    removeFromCart(small);
    expect(stored()).toEqual([large]);
  });

  test('set the quantity, never below 1', () => {
    addToCart([small]);
    setQuantity(small, 5);
    expect(stored()).toEqual([{ ...small, quantity: 5 }]);
    setQuantity(small, 0);
    expect(stored()).toEqual([small]);
  });

  test('clear', () => {
    addToCart([small]);
    clearCart();
    expect(stored()).toEqual([]);
  });
});

describe('another tab', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = followOtherTabs();
  });
  afterEach(() => stop());

  const change = (init: StorageEventInit) => window.dispatchEvent(new StorageEvent('storage', init));

  test('changes the cart', () => {
    change({ key: 'cart', newValue: JSON.stringify([large]) });
    expect(useCart.getState().items).toEqual([large]);
  });

  test('is not overwritten: what it stored a moment ago stays', () => {
    addToCart([small]);
    localStorage.setItem('cart', JSON.stringify([small, large]));
    setQuantity(small, 3);
    expect(stored()).toEqual([{ ...small, quantity: 3 }, large]);
    localStorage.setItem('cart', JSON.stringify([large]));
    addToCart([small]);
    expect(stored()).toEqual([large, small]);
    localStorage.setItem('cart', JSON.stringify([large, small, itemOf(ashwagandha, 75, 1)]));
    removeFromCart(large);
    expect(stored()).toEqual([small, itemOf(ashwagandha, 75, 1)]);
    expect(useCart.getState().items).toEqual(stored());
  });

  test('is seen by a page that comes back from the browser’s memory', () => {
    addToCart([small]);
    localStorage.setItem('cart', JSON.stringify([large]));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(useCart.getState().items).toEqual([small]);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(useCart.getState().items).toEqual([large]);
  });

  test('cannot be asked where storage is full, and what is shown counts', () => {
    localStorage.setItem('cart', JSON.stringify([large]));
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    addToCart([small]);
    setQuantity(small, 4);
    expect(useCart.getState().items).toEqual([large, { ...small, quantity: 4 }]);
    full.mockRestore();
    clearCart();
  });

  test('cannot break it', () => {
    addToCart([small]);
    change({ key: 'cart', newValue: '{' });
    expect(useCart.getState().items).toEqual([]);
  });

  test('clears it with the whole storage', () => {
    addToCart([small]);
    change({ key: null, newValue: null });
    expect(useCart.getState().items).toEqual([]);
  });

  test('is none of our business with other keys', () => {
    addToCart([small]);
    change({ key: 'other', newValue: '[]' });
    expect(useCart.getState().items).toEqual([small]);
  });
});
