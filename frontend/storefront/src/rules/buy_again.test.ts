import { expect, test } from 'vitest';
import type { OrderedLine } from '../api/types';
import { ashwagandha, itemOf, karela, orderAfter, withLeft } from '../test_data';
import { buyAgain } from './buy_again';
import { MAX_LINES } from './cart_items';

const { lines } = orderAfter('delivered');
const [ofKarela, ofAshwagandha] = lines as [OrderedLine, OrderedLine];

test('everything that is sold goes into the cart, at the prices and by the names of today', () => {
  const [small, large] = karela.variants;
  const dearer = {
    ...karela,
    productName: 'Karela',
    variants: [{ ...small, price: 259 }, large],
  } as typeof karela;
  expect(buyAgain(lines, [dearer, ashwagandha], [])).toEqual({
    items: [itemOf(dearer, 100, 2), itemOf(ashwagandha, 75, 1)],
    missing: [],
  });
});

test('a product or weight that is no longer sold is missing', () => {
  const odd = { ...ofKarela, weightInGrams: 500 };
  expect(buyAgain([odd, ofAshwagandha], [karela], [])).toEqual({
    items: [],
    missing: [
      { line: odd, added: 0, why: 'gone' },
      { line: ofAshwagandha, added: 0, why: 'gone' },
    ],
  });
});

test('a sold-out pack is missing, and a low one is limited to the stock', () => {
  const products = [withLeft(karela, 1), withLeft(ashwagandha, 0)];
  expect(buyAgain(lines, products, [])).toEqual({
    items: [itemOf(karela, 100, 1)],
    missing: [
      { line: ofKarela, added: 1, why: 'fewer' },
      { line: ofAshwagandha, added: 0, why: 'soldOut' },
    ],
  });
});

test('packs that the cart holds already are among those that are left', () => {
  const again = buyAgain([ofKarela], [withLeft(karela, 3)], [itemOf(karela, 100, 2)]);
  expect(again.items).toEqual([itemOf(karela, 100, 1)]);
  expect(again.missing).toEqual([{ line: ofKarela, added: 1, why: 'fewer' }]);
  const none = buyAgain([ofKarela], [withLeft(karela, 3)], [itemOf(karela, 100, 5)]);
  expect(none).toEqual({ items: [], missing: [{ line: ofKarela, added: 0, why: 'fewer' }] });
});

test('the cart’s limits hold, for packs of a line and for lines', () => {
  const many = { ...ofKarela, quantity: 90 };
  const { items, missing } = buyAgain([many], [karela], [itemOf(karela, 100, 20)]);
  expect(items).toEqual([itemOf(karela, 100, 79)]);
  expect(missing).toEqual([{ line: many, added: 79, why: 'fewer' }]);

  const full = Array.from({ length: MAX_LINES }, (_, n) => ({ ...itemOf(karela, 100, 1), _id: String(n) }));
  expect(buyAgain([ofKarela], [karela], full)).toEqual({
    items: [],
    missing: [{ line: ofKarela, added: 0, why: 'fewer' }],
  });
});

test('two lines of the same pack are counted together', () => {
  const { items, missing } = buyAgain([ofKarela, ofKarela], [withLeft(karela, 3)], []);
  expect(items).toEqual([itemOf(karela, 100, 2), itemOf(karela, 100, 1)]);
  expect(missing).toEqual([{ line: ofKarela, added: 1, why: 'fewer' }]);
});
