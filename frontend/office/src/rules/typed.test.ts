import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { codeRule, newPasswordRule, signInCodeRule } from '../session/credential_rules';
import { amountRule, dateRule, optionalPaiseRule, packsRule, paiseRule } from './typed';

test.each([
  ['249', 249],
  ['1,23,456.5', 123456.5],
  ['₹ 249.50', 249.5],
  ['249.505', undefined],
  ['', undefined],
  ['-1', undefined],
])('as an amount "%s" is %s', (typed, amount) => {
  expect(safeParse(amountRule, typed).success).toBe(amount !== undefined);
  if (amount !== undefined) expect(safeParse(amountRule, typed).output).toBe(amount);
});

test('an amount that may be left out is nothing when it is', () => {
  expect(safeParse(optionalPaiseRule, '')).toMatchObject({ success: true, output: undefined });
  expect(safeParse(optionalPaiseRule, '12')).toMatchObject({ success: true, output: 1_200n });
  expect(safeParse(optionalPaiseRule, 'x').success).toBe(false);
});

test('an amount is sent in whole paise, although its decimal rupees are not exact', () => {
  expect(safeParse(paiseRule, '1,019.99').output).toBe(101_999n);
  expect(safeParse(paiseRule, '0.29').output).toBe(29n);
});

test.each([
  ['12', true],
  ['0', false],
  ['1.5', false],
  ['', false],
])('as a number of packs "%s" is taken: %s', (typed, isTaken) => {
  expect(safeParse(packsRule, typed).success).toBe(isTaken);
});

test('a code is six digits, however they are grouped; a recovery code only signs in', () => {
  expect(safeParse(codeRule, ' 123 456').output).toBe('123456');
  expect(safeParse(codeRule, '4242-7171').success).toBe(false);
  expect(safeParse(signInCodeRule, '4242-7171').output).toBe('4242-7171');
  expect(safeParse(signInCodeRule, ' ').success).toBe(false);
});

test('a password is 12 characters at least, and a date is a day', () => {
  expect(safeParse(newPasswordRule, 'elevenchars').success).toBe(false);
  expect(safeParse(newPasswordRule, 'twelve chars').success).toBe(true);
  expect(safeParse(dateRule, '2026-11-25').success).toBe(true);
  expect(safeParse(dateRule, '').success).toBe(false);
});
