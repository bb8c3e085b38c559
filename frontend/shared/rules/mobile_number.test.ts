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
  '91 98765 43210',
  '919876543210',
])('"%s" is dialled as ten digits', (typed) => {
  expect(mobileDigits(typed)).toBe('9876543210');
  expect(isMobileNumber(typed)).toBe(true);
});

test('ten digits that begin with 91 are dialled as they are', () => {
  expect(mobileDigits('91876 54321')).toBe('9187654321');
});

test.each([
  '',
  '12345',
  '98765432101',
  '+44 98765 43210',
  '910987654321',
  '9198765432101',
  '009876543210',
  '98765 4321O',
])('"%s" is no mobile number', (typed) => {
  expect(isMobileNumber(typed)).toBe(false);
});
