import { expect, test } from 'vitest';
import type { PackOnSale } from '../../api/types';
import { asOffered, goodsOf, packsLike, totalOf, withOne, withQuantity } from './basket';

const karela: PackOnSale = {
  productId: 'p-1',
  productName: 'Karela Powder',
  hindiName: 'करेला',
  weightInGrams: 100,
  sku: 'P0001-100',
  price: 249,
  availability: 'in_stock',
  available: 40,
};
const amla = {
  ...karela,
  productId: 'p-2',
  productName: 'Amla Powder',
  hindiName: 'आंवला',
  sku: 'P0002-100',
  price: 199,
};

test('packs are found by any of their words, and counted in the basket', () => {
  expect(packsLike([karela, amla], 'powder 100 kar')).toEqual([karela]);
  expect(packsLike([karela, amla], 'आंवला')).toEqual([amla]);
  const lines = withOne(withOne(withOne([], karela), amla), karela);
  expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
  expect(goodsOf(lines)).toBe(697);
  expect(withQuantity(lines, amla, 0)).toHaveLength(1);
  const quote = {
    district: 'Surat',
    state: 'Gujarat',
    earliestOn: '',
    latestOn: '',
    prepaid: 40,
    codFee: 50,
    takesOnlinePayment: false,
  };
  expect([totalOf(lines, quote, 'pay_later'), totalOf(lines, quote, 'cod')]).toEqual([737, 787]);
});

test('a refused basket becomes one that can be ordered today', () => {
  const lines = withQuantity(withOne(withOne([], karela), amla), karela, 5);
  const now = asOffered(lines, {
    quotes: [
      { productId: 'p-1', weightInGrams: 100, price: 259 },
      { productId: 'p-2', weightInGrams: 100 },
    ],
    left: [{ productId: 'p-1', weightInGrams: 100, left: 3 }],
  });
  expect(now).toEqual([{ pack: { ...karela, price: 259 }, quantity: 3 }]);
});
