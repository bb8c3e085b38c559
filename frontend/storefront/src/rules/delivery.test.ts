import { expect, test } from 'vitest';
import { surat } from '../test_data';
import { chargesOf, isOffered, isPincode, pincodeDigits, shownMethods } from './delivery';

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

test('a free service is no charge', () => {
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

test.each(['395003', '395 003', ' 3950-03 '])('"%s" is written as six digits', (text) => {
  expect(pincodeDigits(text)).toBe('395003');
});

test('cash is offered where the carrier takes it, paying later everywhere', () => {
  expect(isOffered('cash_on_delivery', surat, 249)).toBe(true);
  expect(isOffered('cash_on_delivery', far, 249)).toBe(false);
  expect(isOffered('pay_later', far, 249)).toBe(true);
});

test('paying online is shown where it is taken, and stays while it is chosen and the quote is on its way', () => {
  expect(shownMethods(undefined, 'pay_later')).not.toContain('online');
  expect(shownMethods(undefined, 'online')).toContain('online');
  expect(shownMethods(surat, 'online')).not.toContain('online');
  expect(shownMethods({ ...surat, takesOnlinePayment: true }, 'pay_later')).toContain('online');
});

test('cash is taken for goods up to a price, where there is one', () => {
  expect(isOffered('cash_on_delivery', surat, 10_000)).toBe(true);
  expect(isOffered('cash_on_delivery', surat, 10_001)).toBe(false);
  expect(isOffered('pay_later', surat, 10_001)).toBe(true);
  expect(isOffered('cash_on_delivery', { ...surat, codUpTo: null }, 10_001)).toBe(true);
});
