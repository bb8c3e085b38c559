import { expect, test } from 'vitest';
import { namesConcern } from './concerns';

test.each([
  ['immunity', 'immunity'],
  ['Joint pain', 'joints'],
  ['blood-sugar', 'sugar-balance'],
])('"%s" names %s', (typed, concern) => {
  expect(namesConcern(typed, concern)).toBe(true);
});

test.each([
  ['', 'joints'],
  ['karela powder', 'joints'],
  ['jointly', 'joints'],
])('"%s" does not name %s', (typed, concern) => {
  expect(namesConcern(typed, concern)).toBe(false);
});
