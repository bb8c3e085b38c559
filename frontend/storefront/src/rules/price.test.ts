import { expect, test } from 'vitest';
import { saving } from './price';

test.each([
  [249, 20, 298],
  [100, 29, 129],
  [349, 18, 411],
  [300, 0, 300],
])('a product of ₹%i with %i percent off is listed at ₹%i', (actualPrice, discount, listed) => {
  expect(actualPrice + saving(actualPrice, discount)).toBe(listed);
});
