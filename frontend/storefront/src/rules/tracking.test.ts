import { expect, test } from 'vitest';
import { checkTracking, sentTracking } from './tracking';

const good = { orderNumber: 'VM-261123-7K3QX', mobilenumber: '9876543210' };

test('an empty form misses both numbers, in its order', () => {
  expect(Object.entries(checkTracking({ orderNumber: ' ', mobilenumber: '' }))).toEqual([
    ['orderNumber', 'Order number is required'],
    ['mobilenumber', 'Mobile number is required'],
  ]);
  expect(checkTracking(good)).toEqual({});
});

test('a mobile number has ten digits', () => {
  expect(checkTracking({ ...good, mobilenumber: '98765' })).toEqual({
    mobilenumber: 'Enter a valid 10-digit mobile number',
  });
});

test.each([
  ['VM-261123-7K3QX', '+91 98765-43210'],
  [' vm-261123-7k3qx ', '98765 43210'],
  ['VM‑261123–7K3QX', '098765 43210'],
  ['VM - 261123 - 7K3QX', '9876543210'],
])('"%s" and "%s" are sent as the shop writes them', (orderNumber, mobilenumber) => {
  expect(checkTracking({ orderNumber, mobilenumber })).toEqual({});
  expect(sentTracking({ orderNumber, mobilenumber })).toEqual(good);
});
