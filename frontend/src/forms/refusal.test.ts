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
])('what is refused %s stays as the services said it', (_, violation) => {
  const told = inPageLanguage(new ApiError(422, violation.message, [violation]));
  expect(told).toHaveProperty('message', 'Pincode is required');
  expect(told).toHaveProperty('fieldErrors', [violation]);
});

test.each([
  [401, 'Please log in first.'],
  [429, 'That was too often. Please wait a few minutes, then try again.'],
  [503, 'The shop cannot answer right now. Please try again in a moment.'],
])('in another language a refusal with %i that names no value is told by its status', (status, words) => {
  const told = inPageLanguage(new ApiError(status, 'Nur auf Englisch.'));
  expect(told).toMatchObject({ status, message: words });
});

test('a form may know better what a status means', () => {
  const told = inPageLanguage(new ApiError(401, 'x'), { 401: 'Email or password is incorrect.' });
  expect(told).toHaveProperty('message', 'Email or password is incorrect.');
});

test('a status without words leaves what the services said', () => {
  expect(inPageLanguage(new ApiError(418, 'I am a teapot.'))).toHaveProperty('message', 'I am a teapot.');
});

test('a wrong one-time code is no value that the shop does not know', () => {
  const wrong: FieldError = { field: 'code', message: 'x', code: 'UNKNOWN' };
  const words = 'This code is wrong or has expired. Please ask for a new one.';
  expect(inPageLanguage(new ApiError(422, 'x', [wrong]))).toMatchObject({
    message: words,
    fieldErrors: [{ ...wrong, message: words }],
  });
});

const pack = { productId: 'id', weightInGrams: 100 };
test.each([
  [409, { left: [{ ...pack, left: 1 }] }, /^Fewer packs are left/],
  [409, { quotes: [{ ...pack, productName: 'Karela', price: 259 }] }, /^Prices have changed/],
])('a refusal of %i that comes with %j is put into words: %s', (status, data, words) => {
  const told = inPageLanguage(new ApiError(status, 'English only', [], data));
  expect(told).toHaveProperty('message', expect.stringMatching(words));
});

test('what is no refusal stays as it is', () => {
  const lost = new ConnectionError(new TypeError('Failed to fetch'));
  expect(inPageLanguage(lost)).toBe(lost);
});
