import { expect, test } from 'vitest';
import { accountWords, monthBefore, standingOf } from './books';

test('an account stands on one side, to the paisa', () => {
  const of = (debitPaise: bigint, creditPaise: bigint) => standingOf({ debitPaise, creditPaise });
  expect(of(30n, 10n)).toEqual({ paise: 20n, side: 'Dr' });
  expect(of(10n, 30n)).toEqual({ paise: 20n, side: 'Cr' });
  expect(of(53_810n, 53_810n)).toEqual({ paise: 0n, side: '' });
});

test('accounts have words, and rates stand in them', () => {
  expect(accountWords('sales:12.5%')).toBe('Goods at 12.5%, without tax');
  expect(accountWords('receivable:cod')).toBe('Owed by carriers, for cash on delivery');
  expect(accountWords('suspense')).toBe('suspense');
});

test('the month before is the one that is closed', () => {
  expect(monthBefore('2026-11-26')).toBe('2026-10');
  expect(monthBefore('2027-01-01')).toBe('2026-12');
});
