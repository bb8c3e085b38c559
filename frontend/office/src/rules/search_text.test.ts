import { expect, test } from 'vitest';
import { searchedAddress, textIn } from './search_text';

test('keeps search texts out of browser reports', () => {
  const address = searchedAddress('/orders', 'rakesh@example.com & co #1', { tab: 'to-pack' });
  const { pathname, search, hash } = new URL(address, 'https://office.example');
  expect(pathname + search).toBe('/orders?tab=to-pack');
  expect(textIn(hash)).toBe('rakesh@example.com & co #1');
  expect(searchedAddress('/orders', '', { tab: '' })).toBe('/orders');
});

test('reads nothing from a fragment that is no text', () => {
  expect(textIn('#%ff')).toBe('');
  expect(textIn('')).toBe('');
});
