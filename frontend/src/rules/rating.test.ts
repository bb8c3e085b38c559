import { expect, test } from 'vitest';
import { averageRating, formatRating } from './rating';

test.each([
  [4.5, '4.5'],
  [4, '4'],
  [0, '0'],
  [4.25, '4.3'],
  [3.96, '4'],
])('%f is shown as %s', (rating, shown) => {
  expect(formatRating(rating)).toBe(shown);
});

test('the average is the mean, and 0 without ratings', () => {
  expect(averageRating([{ rating: 5 }, { rating: 4 }, { rating: 4.5 }])).toBe(4.5);
  expect(averageRating([])).toBe(0);
});
