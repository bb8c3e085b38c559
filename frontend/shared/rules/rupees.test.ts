import { expect, test } from 'vitest';
import { formatPaise, formatPrice, formatTotal } from './rupees';

test('prices are grouped as in India, totals have two decimals', () => {
  expect(formatPrice(123456)).toBe('₹1,23,456');
  expect(formatTotal(2043)).toBe('₹2,043.00');
});

test.each([0, 7, 99, 999, 1000, 12345, 99999, 100000, 1234567, 12345678, 123456789])(
  '₹%i is written as the browser’s own format for India does',
  (amount) => {
    const inr = { style: 'currency', currency: 'INR' } as const;
    const whole = new Intl.NumberFormat('en-IN', { ...inr, maximumFractionDigits: 0 });
    expect(formatPrice(amount)).toBe(whole.format(amount));
    expect(formatTotal(amount + 0.5)).toBe(new Intl.NumberFormat('en-IN', inr).format(amount + 0.5));
  },
);

test.each([
  [0n, '₹0.00'],
  [5n, '₹0.05'],
  [29_850n, '₹298.50'],
  [-12_345_678n, '₹-1,23,456.78'],
  [900_719_925_474_099_312n, '₹9,00,71,99,25,47,40,993.12'],
])('%s paise are %s', (paise, written) => {
  expect(formatPaise(paise)).toBe(written);
});
