import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { ApiError, ConnectionError } from '../api/errors';
import { notifyError, notifySuccess } from '../messages/notify';
import { logOut, setLoginFlag } from './login';
import { useSession } from './session';

vi.mock('../api/client');
vi.mock('../messages/notify');

const flag = () => useSession.getState().isLoginUser;

beforeEach(() => {
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyError).mockReset();
  vi.mocked(client.logOut).mockReset().mockResolvedValue('Logout successful');
  sessionStorage.clear();
  setLoginFlag(true);
});

test.each([
  [true, 'true'],
  [false, 'false'],
])('the flag %s is kept in session storage as a word', (isLoginUser, word) => {
  setLoginFlag(isLoginUser);
  expect(flag()).toBe(isLoginUser);
  expect(sessionStorage.getItem('isLoginUser')).toBe(word);
  expect(sessionStorage).toHaveLength(1);
});

test.each([
  ['true', true],
  ['false', false],
  ['yes', false],
])('the word %s is read when the page loads', async (word, expected) => {
  sessionStorage.setItem('isLoginUser', word);
  vi.resetModules();
  const fresh = await import('./session');
  expect(fresh.useSession.getState().isLoginUser).toBe(expected);
});

test('a storage that is forbidden loses nothing but the memory', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  setLoginFlag(false);
  expect(flag()).toBe(false);
  setItem.mockRestore();
});

test('a logout that succeeds sets the flag to false', async () => {
  await logOut();
  expect(flag()).toBe(false);
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Logout successful');
});

test.each([
  [
    new ApiError(503, 'The shop cannot answer right now.'),
    'Logout failed: The shop cannot answer right now.',
  ],
  [new ApiError(500, ''), 'Logout failed: Something went wrong. Please try again.'],
  [
    new ConnectionError(new TypeError('Failed to fetch')),
    'Logout failed: The shop cannot be reached. Please check your connection and try again.',
  ],
])('a logout that fails sets the flag to true again and says why', async (error, words) => {
  vi.mocked(client.logOut).mockRejectedValue(error);
  setLoginFlag(false);
  await logOut();
  expect(flag()).toBe(true);
  expect(notifyError).toHaveBeenCalledExactlyOnceWith(words);
});
