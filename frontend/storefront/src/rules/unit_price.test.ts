import { expect, test } from 'vitest';
import { formatExactly, pricePer100Grams } from './unit_price';

test.each([
  [300, 75, 400],
  [249, 100, 249],
  [248, 75, 330.67],
  [1058, 250, 423.2],
  [0.35, 200, 0.18],
])('₹%d for %d g is ₹%d for 100 g', (price, grams, unit) => {
  expect(pricePer100Grams(price, grams)).toBe(unit);
});

test('paise are said where there are some', () => {
  expect([400, 330.67, 423.2, 1423.2].map(formatExactly)).toEqual([
    '₹400',
    '₹330.67',
    '₹423.20',
    '₹1,423.20',
  ]);
});
