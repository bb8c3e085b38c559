import { expect, test } from 'vitest';
import { itemOf, karela } from '../test_data';
import { leftOf } from './order_lines';

const pack = { productId: karela._id, weightInGrams: 200 };

test('a refused order tells of some of its lines how many packs are left', () => {
  const packs = [
    { ...pack, productId: 'another', left: 5 },
    { ...pack, left: 0 },
  ];
  expect(leftOf(itemOf(karela, 200, 1), packs)).toBe(0);
  expect(leftOf(itemOf(karela, 100, 1), packs)).toBeUndefined();
});
