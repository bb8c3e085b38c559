import { expect, test } from 'vitest';
import { pricePer100Grams } from './unit_price';

test('a unit price is for 100 g', () => {
  expect(pricePer100Grams(300, 75)).toBe(400);
});
