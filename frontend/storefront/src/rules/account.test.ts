import { expect, test } from 'vitest';
import { checkCode, checkForgotten, checkLogin, checkReset, checkSignUp } from './account';

const email = 'asha@gmail.com';
const password = 'monsoon-42';
const mobileNumber = '9876543210';
const badEmail = 'Please enter a valid email address.';
const short = 'Password must be at least 6 characters.';
const fill = 'Please fill in all fields..';

test.each([
  [{ email, password }, {}],
  [{ email: ' asha@GMAIL.com ', password: '123456' }, {}],
  [{ email: 'asha@example.com', password }, { email: badEmail }],
  [{ email, password: '12345' }, { password: short }],
  [{ email, password: '😀😃😄😁😆' }, { password: short }],
  [
    { email: '', password: '' },
    { email: badEmail, password: short },
  ],
])('login %j: %j', (values, expected) => {
  expect(checkLogin(values)).toEqual(expected);
});

test.each(['', '987654321', '98765432101', '98765 4321', '+919876543', '00919876543210', '९८७६५४३२१०'])(
  'the mobile number "%s" is refused',
  (number) => {
    expect(checkSignUp({ email, password, mobileNumber: number })).toEqual({
      mobileNumber: 'Please enter a valid 10-digit mobile number.',
    });
  },
);

test('a new account has an address, a password and a mobile number', () => {
  expect(checkSignUp({ email, password, mobileNumber: ' +91 98765 43210 ' })).toEqual({});
  expect(checkSignUp({ email: 'asha', password: 'x', mobileNumber })).toEqual({
    email: badEmail,
    password: short,
  });
});

test('a code is sent to an address of a known host', () => {
  expect(checkForgotten({ email })).toEqual({});
  expect(checkForgotten({ email: 'asha@example.com' })).toEqual({ email: badEmail });
});

test('an empty code is asked for, the rest is for the server', () => {
  expect(checkCode({ email, code: ' ' })).toEqual({ code: 'Please enter the OTP.' });
  expect(checkCode({ email: '', code: '012345' })).toEqual({});
});

test('a new password needs every field, and then a good address', () => {
  expect(checkReset({ email, code: '012345', newPassword: password })).toEqual({});
  expect(checkReset({ email, code: '', newPassword: '' })).toEqual({ code: fill, newPassword: fill });
  expect(checkReset({ email: 'asha', code: '', newPassword: password })).toEqual({ code: fill });
  expect(checkReset({ email: 'asha', code: '012345', newPassword: password })).toEqual({
    email: 'Please Enter Valid Email!!',
  });
});
