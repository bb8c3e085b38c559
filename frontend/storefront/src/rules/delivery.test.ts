import { expect, test } from 'vitest';
import { surat } from '../test_data';
import { chargesOf, isPincode, offered } from './delivery';

const far = { ...surat, prepaid: 80, codFee: null };

test.each([
  ['395007', true],
  ['095007', false],
  ['39500', false],
  ['3950071', false],
  ['39500a', false],
  ['', false],
])('%s is a pincode by its form: %s', (text, is) => {
  expect(isPincode(text)).toBe(is);
});

test('what is free is no charge', () => {
  const amounts = (...args: Parameters<typeof chargesOf>) =>
    chargesOf(...args).map(({ kind, amount }) => [kind, amount]);
  expect(amounts('pay_later', surat)).toEqual([]);
  expect(amounts('cash_on_delivery', surat)).toEqual([['cod_fee', 50]]);
  expect(amounts('pay_later', far)).toEqual([['delivery', 80]]);
  expect(amounts('cash_on_delivery', { ...far, codFee: 50 })).toEqual([
    ['delivery', 80],
    ['cod_fee', 50],
  ]);
});

test('a method counts where it is offered', () => {
  expect(offered('cash_on_delivery', surat, 249)).toBe('cash_on_delivery');
  expect(offered('cash_on_delivery', far, 249)).toBeUndefined();
  expect(offered('pay_later', far, 249)).toBe('pay_later');
  expect(offered('pay_later', undefined, 249)).toBeUndefined();
  expect(offered(undefined, surat, 249)).toBeUndefined();
});

test('cash is taken for goods up to a price, where there is one', () => {
  expect(offered('cash_on_delivery', surat, 10_000)).toBe('cash_on_delivery');
  expect(offered('cash_on_delivery', surat, 10_001)).toBeUndefined();
  expect(offered('pay_later', surat, 10_001)).toBe('pay_later');
  expect(offered('cash_on_delivery', { ...surat, codUpTo: null }, 10_001)).toBe('cash_on_delivery');
});
