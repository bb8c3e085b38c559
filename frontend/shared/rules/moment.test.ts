import { expect, test } from 'vitest';
import { formatDay, formatMoment } from './moment';

test('a time is told as in India, wherever the phone believes to be', () => {
  expect(formatDay('2026-11-22T20:45:00Z')).toBe('23 Nov 2026');
  // Some engines put a narrow space before am and pm.
  expect(formatMoment('2026-11-22T20:45:00Z').replaceAll(/\s/g, ' ')).toBe('23 Nov 2026, 2:15 am');
  expect(formatMoment('2026-11-23T12:05:09.123Z').replaceAll(/\s/g, ' ')).toBe('23 Nov 2026, 5:35 pm');
});
