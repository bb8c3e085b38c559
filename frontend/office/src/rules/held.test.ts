import { expect, test } from 'vitest';
import { endWords, heldAddress, heldPackOf, spanWords } from './held';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-26T06:00:00Z');

test('how long a time is, in words that fit a column', () => {
  const words = [-5, HOUR - 1, HOUR, 47 * HOUR, 48 * HOUR, 80 * HOUR].map(spanWords);
  expect(words).toEqual(['less than an hour', 'less than an hour', '1 hour', '47 hours', '2 days', '3 days']);
});

test('an order that ends soon looks so', () => {
  expect(endWords('2026-11-26T16:00:00Z', now)).toEqual({ words: 'Cancelled in 10 hours', tone: 'plain' });
  expect(endWords('2026-11-26T13:00:00Z', now)).toEqual({ words: 'Cancelled in 7 hours', tone: 'wait' });
  expect(endWords('2026-11-26T05:59:00Z', now)).toEqual({ words: 'Cancelled in a few minutes', tone: 'bad' });
  expect(endWords(undefined, now).words).toBe('Not cancelled automatically');
});

test('an address names a whole pack or none', () => {
  const pack = { productId: 'p-karela', weightInGrams: 100 };
  const search = (address: string) => new URLSearchParams(address.split('?')[1]);
  expect(heldPackOf(search(heldAddress(pack)))).toEqual(pack);
  for (const wrong of ['?product=p', '?product=p&grams=x', '?product=p&grams=0', '?grams=100', '']) {
    expect(heldPackOf(search(`/stock/held${wrong}`))).toBeUndefined();
  }
});
