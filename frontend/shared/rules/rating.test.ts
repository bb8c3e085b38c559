import { expect, test } from 'vitest';
import { formatRating } from './rating';

test.each([
  [4.5, '4.5'],
  [4, '4'],
  [0, '0'],
  [4.25, '4.3'],
  [3.96, '4'],
])('%f is shown as %s', (rating, shown) => {
  expect(formatRating(rating)).toBe(shown);
});
