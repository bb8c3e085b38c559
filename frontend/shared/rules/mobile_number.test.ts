import { expect, test } from 'vitest';
import { isMobileNumber, mobileDigits } from './mobile_number';

test.each([
  '9876543210',
  ' 98765 43210 ',
  '98765-43210',
  '98765‑43210',
  '+919876543210',
  '+91 98765 43210',
  '+91-98765-43210',
  '09876543210',
  '0 98765 43210',
  '+91 0 98765 43210',
])('"%s" is dialled as ten digits', (typed) => {
  expect(mobileDigits(typed)).toBe('9876543210');
  expect(isMobileNumber(typed)).toBe(true);
});

test.each(['', '12345', '98765432101', '+44 98765 43210', '919876543210', '009876543210', '98765 4321O'])(
  '"%s" is no mobile number',
  (typed) => {
    expect(isMobileNumber(typed)).toBe(false);
  },
);
