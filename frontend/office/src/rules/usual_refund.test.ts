import { expect, test } from 'vitest';
import { orderOf, paymentOf } from '../test_data';
import { usualAmountByHand, usualRefund } from './usual_refund';

const line = { productId: 'p-karela', weightInGrams: 100 };
const returned = (quantity: number) =>
  orderOf({
    status: 'returned',
    changes: [
      {
        version: 7,
        to: 'returned',
        actor: 'staff',
        reason: '',
        changedAt: '2026-11-26T04:28:00Z',
        lines: [{ ...line, quantity }],
      },
    ],
  });
const refund = {
  refundId: 'r-1',
  amount: 249,
  state: 'processed' as const,
  reason: 'returned' as const,
  wantedAt: '2026-11-26T05:28:00Z',
  changedAt: '2026-11-26T05:28:00Z',
};

test('the price of returned packs is proposed, once', () => {
  expect(usualRefund(paymentOf(), returned(1))).toEqual({ amount: 249, reason: 'returned' });
  expect(usualRefund(paymentOf(), returned(2))).toEqual({ amount: 498, reason: 'returned' });
  const rest = paymentOf({ left: 249, refunds: [refund] });
  expect(usualRefund(rest, returned(2))).toEqual({ amount: 249, reason: 'returned' });
  expect(usualRefund(rest, returned(1)), 'more is a decision of staff').toEqual({ amount: 249, reason: '' });
  const failed = paymentOf({ refunds: [{ ...refund, state: 'failed' }] });
  expect(usualRefund(failed, returned(1))).toEqual({ amount: 249, reason: 'returned' });
});

test('the rest of every other payment is proposed', () => {
  expect(usualRefund(paymentOf(), orderOf({ status: 'delivered' }))).toEqual({ amount: 498, reason: '' });
  expect(usualRefund(paymentOf({ state: 'held' }), undefined)).toEqual({
    amount: 498,
    reason: 'wrong_amount',
  });
});

test('by hand go back the packs that were taken back, less what went back before', () => {
  expect(usualAmountByHand(returned(1), 498)).toBe(249);
  expect(usualAmountByHand({ ...returned(2), refunded: 249 }, 249)).toBe(249);
  expect(usualAmountByHand(orderOf({ status: 'cancelled' }), 498)).toBe(498);
});
