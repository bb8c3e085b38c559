import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../api/errors';
import type { FieldError } from '../api/types';
import { inPageLanguage } from './refusal';

const page = vi.hoisted(() => ({ language: '' }));
vi.mock('#words/language', () => page);

const short: FieldError = {
  field: 'deliveryAddress',
  message: 'Address should be at least 10 characters long',
  code: 'TOO_SHORT',
  params: { min: 10 },
};
const coded = new ApiError(422, short.message, [short], { quotes: [] });

beforeEach(() => {
  page.language = 'hi-IN';
});

test('in English the services’ own words stand', () => {
  page.language = 'en-IN';
  expect(inPageLanguage(coded)).toBe(coded);
});

test('in another language a code is put into words, at the field and where it is told', () => {
  const words = 'Please write at least 10 characters.';
  const told = inPageLanguage(coded);
  expect(told).toMatchObject({ status: 422, message: words, data: { quotes: [] } });
  expect(told).toHaveProperty('fieldErrors', [{ ...short, message: words }]);
});

test('the second of two violations is told when it is the one that was', () => {
  const required: FieldError = { field: 'pincode', message: 'Pincode is required', code: 'REQUIRED' };
  const told = inPageLanguage(new ApiError(422, required.message, [short, required]));
  expect(told).toHaveProperty('message', 'Please fill this in.');
});

test.each([
  ['without a code', { field: 'pincode', message: 'Pincode is required' }],
  [
    'with a code that is new',
    { field: 'pincode', message: 'Pincode is required', code: 'TOO_FAR_AWAY' } as unknown as FieldError,
  ],
])('a refusal %s keeps the words of the service', (_, violation) => {
  const told = inPageLanguage(new ApiError(422, violation.message, [violation]));
  expect(told).toHaveProperty('message', 'Pincode is required');
  expect(told).toHaveProperty('fieldErrors', [violation]);
});

test.each([
  [409, 'PRICE_CHANGED', {}, /^Prices have changed/],
  [409, 'OUT_OF_STOCK', {}, /^Fewer packs are left/],
  [409, 'NOT_SOLD', {}, /not sold any more/],
  [422, 'KEY_REUSED', {}, /check out again/],
  [429, 'TOO_OFTEN', { retryAfterSeconds: 45 }, /wait 45 seconds/],
  [429, 'TOO_OFTEN', { retryAfterSeconds: 840 }, /wait 14 minutes/],
  [429, 'BUSY', { retryAfterSeconds: 2 }, /try again in a moment/],
])('in another language a refusal with %i and %s %j is put into words', (status, code, params, words) => {
  const refusal = new ApiError(status, 'Nur auf Englisch.', [], {}, { code, params });
  const told = inPageLanguage(refusal);
  expect(told).toMatchObject({ status, reason: { code } });
  expect(told).toHaveProperty('message', expect.stringMatching(words));
});

test.each([
  ['without a code', undefined],
  ['with a code that is new', 'NO_SUCH_CODE_YET'],
])('a refusal %s is told by its status', (_, code) => {
  const refusal = (status: number) => new ApiError(status, 'Nur auf Englisch.', [], {}, { code });
  expect(inPageLanguage(refusal(401))).toHaveProperty('message', 'Please log in first.');
  expect(inPageLanguage(refusal(503))).toHaveProperty('message', expect.stringMatching(/^The shop cannot/));
});

test('a form may know better what a code means', () => {
  const refusal = new ApiError(401, 'x', [], {}, { code: 'WRONG_CREDENTIALS' });
  const told = inPageLanguage(refusal, { WRONG_CREDENTIALS: () => 'Email or password is incorrect.' });
  expect(told).toHaveProperty('message', 'Email or password is incorrect.');
});

test('a status without words leaves what the services said', () => {
  expect(inPageLanguage(new ApiError(418, 'I am a teapot.'))).toHaveProperty('message', 'I am a teapot.');
});

test('a wrong one-time code is named as such', () => {
  const wrong: FieldError = { field: 'code', message: 'x', code: 'WRONG' };
  const words = 'This code is wrong or has expired. Please ask for a new one.';
  expect(inPageLanguage(new ApiError(422, 'x', [wrong]))).toMatchObject({
    message: words,
    fieldErrors: [{ ...wrong, message: words }],
  });
});

test('an error that is no refusal stays as it is', () => {
  const lost = new ConnectionError(new TypeError('Failed to fetch'));
  expect(inPageLanguage(lost)).toBe(lost);
});
