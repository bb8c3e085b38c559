import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import * as lists from '../api/lists';
import { startWords } from '#words/start';
import * as notify from '../messages/notify';
import { ashwagandha, cardsOf, itemOf, karela, withLeft } from '../test_data';
import { quoteItems } from '../rules/order_lines';
import { changeCart, followOtherTabs, loadCart, loadProducts, selectCount, useCart } from './cart';
import { addToCart, clearCart, removeFromCart, setQuantity } from './cart_changes';

vi.mock('../api/client');
vi.mock('../api/lists');
vi.mock('../messages/notify');

const stored = () => JSON.parse(localStorage.getItem('cart') ?? 'null');
const small = itemOf(karela, 100, 1);
const large = itemOf(karela, 200, 2);

beforeEach(() => {
  vi.mocked(lists.listCards)
    .mockReset()
    .mockResolvedValue(cardsOf([karela, ashwagandha]));
  vi.mocked(notify.notifyInfo).mockReset();
});

describe('loading', () => {
  test('restores the lines and keeps the product list', async () => {
    localStorage.setItem('cart', JSON.stringify([small]));
    await loadCart();
    expect(useCart.getState()).toEqual({
      data: [karela, ashwagandha],
      whole: true,
      total: 2,
      next: null,
      concerns: [],
      asOf: expect.any(Number),
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
    [
      'a higher price',
      { ...karela, variants: [{ weightInGrams: 100, price: 279, availability: 'in_stock' as const }] },
    ],
    ['a weight that is not sold any more', { ...karela, variants: [] }],
  ])('a later list with %s tells the shopper', async (_, product) => {
    localStorage.setItem('cart', JSON.stringify([small]));
    await loadCart();
    vi.mocked(lists.listCards).mockResolvedValue(cardsOf([product, ashwagandha]));
    await loadProducts({ fresh: true });
    expect(useCart.getState().items).not.toEqual([small]);
    expect(notify.notifyInfo).toHaveBeenCalledExactlyOnceWith(startWords.cartChanged);
    await loadProducts({ fresh: true });
    expect(notify.notifyInfo).toHaveBeenCalledOnce();
  });

  test.each([
    ['an empty list', [], [small]],
    ['a list that lacks a product', [ashwagandha], []],
  ])('%s loses nothing of the cart for good', async (_, list, shown) => {
    localStorage.setItem('cart', JSON.stringify([small]));
    vi.mocked(lists.listCards).mockResolvedValueOnce(cardsOf(list));
    await loadCart();
    expect(useCart.getState().items).toEqual(shown);
    await loadCart();
    expect(useCart.getState().items).toEqual([small]);
    expect(stored()).toEqual([small]);
  });

  test('asking for more than is left changes nothing and tells nothing: the line itself does', async () => {
    localStorage.setItem('cart', JSON.stringify([large]));
    vi.mocked(lists.listCards).mockResolvedValue(cardsOf([withLeft(karela, 0, 1)]));
    await loadCart();
    expect(useCart.getState().items).toEqual([large]);
    expect(stored()).toEqual([large]);
    expect(notify.notifyInfo).not.toHaveBeenCalled();
  });

  test('a failure is stored and thrown, and the stored lines stay', async () => {
    localStorage.setItem('cart', JSON.stringify([small]));
    vi.mocked(lists.listCards).mockRejectedValue(new Error('no catalog'));
    await expect(loadCart()).rejects.toThrow('no catalog');
    expect(useCart.getState()).toMatchObject({ loading: false, error: 'no catalog', items: [small] });
    expect(stored()).toEqual([small]);
  });
});

describe('a price that the refusal of an order told', () => {
  const quote = { productId: karela._id, productName: 'Karela Powder', weightInGrams: 100, price: 259 };
  const quoted = { ...small, price: 259, quotedAt: expect.any(Number) };
  const dearer = { ...karela, variants: [{ ...karela.variants[0]!, price: 269 }] };

  beforeEach(async () => {
    vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] });
    localStorage.setItem('cart', JSON.stringify([small]));
    await loadCart();
    changeCart((items) => quoteItems(items, [quote]).items);
  });
  afterEach(() => vi.useRealTimers());

  test('stands over the earlier list after additions to the cart', () => {
    addToCart([large]);
    expect(useCart.getState().items).toEqual([quoted, large]);
    addToCart([small]);
    expect(stored()).toEqual([{ ...quoted, quantity: 2 }, large]);
  });

  test('stands after a reload, and in another tab, over what their lists told before', async () => {
    await loadCart();
    expect(useCart.getState().items).toEqual([quoted]);
    const stop = followOtherTabs();
    const newValue = localStorage.getItem('cart');
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue }));
    stop();
    expect(useCart.getState().items).toEqual([quoted]);
  });

  test('stands over a list that may not have heard of it yet, and gives way to one that has', async () => {
    vi.mocked(lists.listCards).mockResolvedValue(cardsOf([dearer, ashwagandha]));
    vi.setSystemTime(Date.now() + 5_000);
    await loadProducts({ fresh: true });
    expect(useCart.getState().items).toEqual([quoted]);
    vi.setSystemTime(Date.now() + 120_000);
    await loadProducts({ fresh: true });
    expect(useCart.getState().items).toEqual([{ ...small, price: 269 }]);
  });

  test('also that a line is not sold any more', async () => {
    changeCart((items) => quoteItems(items, [{ ...quote, price: null }]).items);
    addToCart([large]);
    expect(useCart.getState().items).toEqual([large]);
    expect(stored()[0]).toMatchObject({ ...small, price: 259, goneSince: expect.any(Number) });
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

  test('is not overwritten: the values stored a moment ago stay', () => {
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

  test('cannot be asked if storage is full, and the shown state counts', () => {
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

describe('in a shop of many products', () => {
  const rest = itemOf(ashwagandha, 75, 1);
  const goneForNow = { ...rest, goneSince: expect.any(Number) };

  beforeEach(() => {
    localStorage.setItem('cart', JSON.stringify([small, rest]));
    vi.mocked(lists.listCards).mockResolvedValue(cardsOf([karela], '1-karela'));
    vi.mocked(client.findCards)
      .mockReset()
      .mockResolvedValue(cardsOf([ashwagandha]));
  });

  test('a line that the first page does not tell of is asked for, and gets its price', async () => {
    localStorage.setItem('cart', JSON.stringify([small, { ...rest, price: 1 }]));
    await loadCart();
    expect(client.findCards).toHaveBeenCalledExactlyOnceWith({ ids: ashwagandha._id }, { fresh: true });
    expect(useCart.getState()).toMatchObject({ items: [small, rest], whole: false, next: '1-karela' });
    expect(notify.notifyInfo).toHaveBeenCalledOnce();
  });

  test('it is gone only when the shop was asked about it', async () => {
    vi.mocked(client.findCards).mockResolvedValueOnce(cardsOf([]));
    await loadCart();
    expect(useCart.getState().items).toEqual([small]);
    expect(stored()).toEqual([small, goneForNow]);
    await loadCart();
    expect(stored()).toEqual([small, rest]);
  });

  test('without an answer it stays as it is, and so it does when others change', async () => {
    vi.mocked(client.findCards).mockRejectedValue(new Error('down'));
    await loadCart();
    expect(useCart.getState().items).toEqual([small, rest]);
    addToCart([large]);
    expect(useCart.getState().items).toEqual([small, rest, large]);
    expect(notify.notifyInfo).not.toHaveBeenCalled();
  });

  test('a made-up id spoils nothing', async () => {
    const odd = { ...rest, _id: 'made up' };
    localStorage.setItem('cart', JSON.stringify([odd, rest]));
    await loadCart();
    expect(client.findCards).toHaveBeenCalledExactlyOnceWith({ ids: ashwagandha._id }, { fresh: true });
    expect(useCart.getState().items).toEqual([rest]);
  });

  test('a cart with all its products in the first page asks for nothing more', async () => {
    localStorage.setItem('cart', JSON.stringify([small]));
    await loadCart();
    expect(client.findCards).not.toHaveBeenCalled();
  });
});
