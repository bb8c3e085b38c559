import { expect, test } from 'vitest';
import { isoDay } from './india';

test('a day begins at midnight in India', () => {
  expect(isoDay(new Date('2026-11-22T18:29:59Z'))).toBe('2026-11-22');
  expect(isoDay(new Date('2026-11-22T18:30:00Z'))).toBe('2026-11-23');
});
