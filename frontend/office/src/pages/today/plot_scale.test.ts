import { expect, test } from 'vitest';
import { ticks } from './plot_scale';

test.each([
  [9398, [0, 2500, 5000, 7500, 10_000]],
  [100, [0, 25, 50, 75, 100]],
  [7, [0, 2, 4, 6, 8]],
  [0, [0, 1]],
])('up to %d an axis has the marks %j', (most, expected) => {
  expect(ticks(most)).toEqual(expected);
});
