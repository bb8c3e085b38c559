import { describe, expect, test, vi } from 'vitest';
import { ashwagandha, itemOf, karela } from '../test_data';
import { MAX_LINES, mergeItems, repriceItems, restoreItems, soldItems, totalPrice } from './cart_items';
import { orderLines } from './order_lines';

const small = itemOf(karela, 100, 1);
const large = itemOf(karela, 200, 2);

describe('merging', () => {
  test('the same product and weight is one line, another weight another', () => {
    const merged = mergeItems([small], [{ ...small, quantity: 3 }, large]);
    expect(merged.map(({ quantity }) => quantity)).toEqual([4, 2]);
  });

  test('a line holds 99 packs at most', () => {
    expect(mergeItems([{ ...small, quantity: 98 }], [large, { ...small, quantity: 5 }])[0]?.quantity).toBe(
      99,
    );
  });

  test('a cart holds 50 lines at most, and still takes packs of those it has', () => {
    const full = Array.from({ length: MAX_LINES }, (_, index) => ({ ...small, _id: `product ${index}` }));
    const merged = mergeItems(full, [large, { ...small, _id: 'product 3' }]);
    expect(merged).toHaveLength(MAX_LINES);
    expect(merged[3]?.quantity).toBe(2);
  });
});

describe('restoring', () => {
  const restore = (value: unknown) => restoreItems(JSON.stringify(value));

  test('a stored cart comes back as it was', () => {
    expect(restore([small, large])).toEqual({ items: [small, large], changed: false });
    expect(restoreItems(null)).toEqual({ items: [], changed: false });
  });

  test.each(['{', '"cart"', '{"items":[]}', 'null', '[{"_id":1}]', '[null, 7, "x", []]'])(
    '%s is dropped and told',
    (stored) => {
      expect(restoreItems(stored)).toEqual({ items: [], changed: true });
    },
  );

  test.each<[unknown, number]>([
    ['abc', 1],
    [0, 1],
    [-4, 1],
    [2.7, 2],
    ['3', 3],
    [1e9, 99],
    [null, 1],
    [undefined, 1],
  ])('a quantity of %j becomes %i', (quantity, repaired) => {
    const { items, changed } = restore([{ ...small, quantity }]);
    expect(items[0]?.quantity).toBe(repaired);
    expect(changed).toBe(true);
  });

  test.each<[unknown, number]>([
    ['x', 0],
    [null, 0],
    [-1, 0],
    ['249', 249],
  ])('a price of %j becomes %i', (price, repaired) => {
    expect(restore([{ ...small, price }]).items[0]?.price).toBe(repaired);
  });

  test('an older cart with one image keeps it', () => {
    const { photos: _, ...rest } = small;
    expect(restore([{ ...rest, image: '/old.png' }]).items[0]?.photos).toEqual(['/old.png']);
    expect(restore([rest]).items[0]?.photos).toEqual([]);
  });

  test('one line stored twice becomes one', () => {
    const { items, changed } = restore([small, small]);
    expect(items).toEqual([{ ...small, quantity: 2 }]);
    expect(changed).toBe(true);
  });
});

describe('re-pricing', () => {
  test('a price of the past becomes that of today', () => {
    const { items, changed } = repriceItems([{ ...small, price: 1 }], { products: [karela] });
    expect(items).toEqual([small]);
    expect(changed).toBe(true);
  });

  test('a product or a weight that is gone is marked, and dropped when it is still gone a day later', () => {
    vi.useFakeTimers({ now: 1_000 });
    const cart = [small, { ...small, selectedWeight: 999 }, itemOf(ashwagandha, 75, 1)];
    const first = repriceItems(cart, { products: [karela] });
    expect(first.changed).toBe(true);
    expect(first.items.map(({ goneSince }) => goneSince)).toEqual([undefined, 1_000, 1_000]);
    expect(soldItems(first.items)).toEqual([small]);

    vi.setSystemTime(1_000 + 24 * 60 * 60 * 1000 - 1);
    expect(repriceItems(first.items, { products: [karela] })).toEqual({ items: first.items, changed: false });
    vi.setSystemTime(1_000 + 24 * 60 * 60 * 1000);
    expect(repriceItems(first.items, { products: [karela] })).toEqual({ items: [small], changed: false });
    vi.useRealTimers();
  });

  test('an item missing from a wrong list is back with the next, and reported', () => {
    const { items } = repriceItems([small, itemOf(ashwagandha, 75, 1)], { products: [ashwagandha] });
    expect(soldItems(items)).toEqual([itemOf(ashwagandha, 75, 1)]);
    const stored = restoreItems(JSON.stringify(items));
    expect(stored).toEqual({ items, changed: false });
    expect(repriceItems(stored.items, { products: [karela, ashwagandha] })).toEqual({
      items: [small, itemOf(ashwagandha, 75, 1)],
      changed: true,
    });
  });

  test('an empty list is not believed', () => {
    expect(repriceItems([small, large], { products: [] })).toEqual({ items: [small, large], changed: false });
  });

  test('a new name or picture is taken over without a word', () => {
    const { items, changed } = repriceItems([{ ...small, productName: 'Old', photos: [] }], {
      products: [karela],
    });
    expect(items).toEqual([small]);
    expect(changed).toBe(false);
  });
});

test('an order line has the unit price and the price of the line', () => {
  expect(orderLines([large])).toEqual([
    {
      productName: 'Karela Powder',
      productId: karela._id,
      weightInGrams: 200,
      quantity: 2,
      basePrice: 324,
      actualPrice: 648,
    },
  ]);
  expect(totalPrice([small, large])).toBe(249 + 648);
});
