import { expect, test } from 'vitest';
import { accountWords, monthBefore, standingOf } from './books';

test('an account stands on one side, to the paisa', () => {
  const of = (debit: number, credit: number) => standingOf({ account: 'bank', debit, credit });
  expect(of(0.3, 0.1)).toEqual({ amount: 0.2, side: 'Dr' });
  expect(of(0.1, 0.3)).toEqual({ amount: 0.2, side: 'Cr' });
  expect(of(538.1, 538.1)).toEqual({ amount: 0, side: '' });
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
