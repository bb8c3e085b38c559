import { expect, test } from 'vitest';
import { deliveryWords } from '#words/delivery';
import type { Order } from '../api/types';
import { orderAfter } from '../test_data';
import { orderMoneyWords } from './order_money';

test.each<[Order['status'], Order['paymentStatus'], string]>([
  ['placed', 'pending', deliveryWords.paid.pay_later],
  ['cancelled', 'pending', 'There is nothing to pay.'],
  ['lost', 'pending', 'There is nothing to pay.'],
  ['returned', 'pending', ''],
  ['delivered', 'paid', 'Paid. Thank you.'],
  ['cancelled', 'paid', 'You have paid this order. We refund the money.'],
  ['returned_to_origin', 'paid', 'You have paid this order. We refund the money.'],
  ['returned', 'paid', 'You have paid this order. We refund the packs that we took back.'],
  ['cancelled', 'refunded', 'Your money has been refunded.'],
])('an order that is %s and %s says: %s', (status, paymentStatus, words) => {
  expect(orderMoneyWords({ ...orderAfter(status), paymentMethod: 'pay_later', paymentStatus })).toBe(words);
});
