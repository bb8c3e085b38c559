import { expect, test } from 'vitest';
import { isEmailOfKnownHost } from './email';

test.each([
  ['asha@gmail.com', true],
  ['Asha.Patel+shop@REDIFFMAIL.com', true],
  ['a@icloud.com', true],
  ['asha@example.com', false],
  ['asha@gmail.com.evil.example', false],
  ['asha@gmailxcom', false],
  ['asha@sub.gmail.com', false],
  ['@gmail.com', false],
  ['asha gmail.com', false],
  ['asha@gmail.com ', false],
  ['', false],
])('%s', (email, expected) => {
  expect(isEmailOfKnownHost(email)).toBe(expected);
});
