import { expect, test } from 'vitest';
import type { Payment } from '../api/types';
import { clockOf, nextLook, payPage, upiLinkOf, wantsStart } from './payment_life';

const payment: Payment = {
  orderNumber: 'VM-1',
  state: 'open',
  amount: 249.5,
  payUrl: 'https://pay.example/l/1',
  upiLink: null,
  dueAt: '2026-11-26T07:00:00Z',
  secondsLeft: 1800,
  paid: 0,
  paidAt: null,
  refunds: [],
  isSimulated: false,
  decline: '',
};

test('a page that waits for money looks soon at first, and then less and less often', () => {
  const waits = Array.from({ length: 9 }, (_, looks) => nextLook('open', looks, false)?.inMs);
  expect(nextLook('declined', 0, false)?.inMs).toBe(2000);
  expect(waits).toEqual([2, 3, 5, 8, 13, 20, 30, 30, 30].map((seconds) => seconds * 1000));
});

test('the provider is asked now and then, once the shopper says that they paid', () => {
  const asks = (state: Payment['state'], claimed: boolean) =>
    Array.from({ length: 6 }, (_, looks) => nextLook(state, looks, claimed)?.asksProvider);
  expect(asks('open', false)).toEqual([false, false, false, false, false, false]);
  expect(asks('open', true)).toEqual([false, false, true, false, false, true]);
  expect(asks('confirming', false)).toEqual([false, false, true, false, false, true]);
});

test.each(['not_started', 'paid', 'held', 'expired', 'refunded'] as const)(
  'the page does not poll at %s, which only an action changes',
  (state) => expect(nextLook(state, 0, true)).toBeUndefined(),
);

test('a payment is requested if none was, or if the answer was lost', () => {
  expect(wantsStart(payment)).toBe(false);
  expect(wantsStart({ ...payment, state: 'not_started', payUrl: null })).toBe(true);
  expect(wantsStart({ ...payment, payUrl: null })).toBe(true);
  expect(wantsStart({ ...payment, payUrl: null, upiLink: 'upi://pay?pa=a@b' })).toBe(false);
  expect(wantsStart({ ...payment, state: 'declined', payUrl: null })).toBe(false);
});

test('only pages and UPI apps are opened', () => {
  expect(payPage(payment)).toBe('https://pay.example/l/1');
  expect(payPage({ ...payment, payUrl: 'javascript:alert(1)' })).toBeUndefined();
  expect(payPage({ ...payment, payUrl: 'http://127.0.0.1:7100/l/1' })).toBeUndefined();
  expect(payPage({ ...payment, payUrl: 'http://127.0.0.1:7100/l/1', isSimulated: true })).toBe(
    'http://127.0.0.1:7100/l/1',
  );
  expect(upiLinkOf({ ...payment, upiLink: 'upi://pay?pa=a@b' })).toBe('upi://pay?pa=a@b');
  expect(upiLinkOf({ ...payment, upiLink: 'intent://x' })).toBeUndefined();
});

test('time is told in minutes and seconds, and never below nothing', () => {
  expect([1799.2, 61, 9.1, 0, -3].map(clockOf)).toEqual(['30:00', '1:01', '0:10', '0:00', '0:00']);
});
