import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { ApiError, ConnectionError } from '../api/errors';
import { finishAttempt, setDetail, useAttempt } from '../pages/checkout/attempt';
import { contactDraft } from '../pages/contact/draft';
import { reviewDraft } from '../pages/review/draft';
import { followSession } from './follow_session';
import { logOut, setLoginFlag } from './login';
import { useSession } from './session';

vi.mock('../api/client');
vi.mock('../messages/notify');

const flag = () => useSession.getState().isLoginUser;

beforeEach(() => {
  vi.mocked(client.logOut).mockReset().mockResolvedValue('Logout successful');
  vi.mocked(client.readAccount).mockReset();
  finishAttempt();
  sessionStorage.clear();
  setLoginFlag(true);
});

/** Simulates a new tab: it shares only the cookies. */
function openNewTab() {
  sessionStorage.clear();
  useSession.setState({ isLoginUser: false });
  followSession();
}

const account = { email: 'asha@gmail.com', mobileNumber: '9876543210', createdAt: '2026-11-21T00:00:00Z' };

test('a new tab asks the server whether the session of another tab lives', async () => {
  vi.mocked(client.readAccount).mockResolvedValue(account);
  openNewTab();
  await waitFor(() => expect(flag()).toBe(true));
  expect(sessionStorage.getItem('isLoginUser')).toBe('true');
});

test('a session that has ended is not asked about again', async () => {
  vi.mocked(client.readAccount).mockRejectedValue(new ApiError(401, 'Please login to see your account.'));
  openNewTab();
  await waitFor(() => expect(document.cookie).not.toContain('true'));
  openNewTab();
  expect(flag()).toBe(false);
  expect(client.readAccount).toHaveBeenCalledOnce();
});

test('a shop that does not answer is asked by the next tab', async () => {
  vi.mocked(client.readAccount).mockRejectedValue(new ConnectionError(new TypeError('Failed to fetch')));
  openNewTab();
  await waitFor(() => expect(client.readAccount).toHaveBeenCalledOnce());
  openNewTab();
  await waitFor(() => expect(client.readAccount).toHaveBeenCalledTimes(2));
  expect(flag()).toBe(false);
});

test('visitors are not asked about', async () => {
  await logOut();
  openNewTab();
  await import('./login');
  expect(client.readAccount).not.toHaveBeenCalled();
});

test('a login that failed says nothing of the session of another tab', () => {
  setLoginFlag(false);
  expect(document.cookie).toContain('isLoginUser=true');
});

function fillForms() {
  setDetail('deliveryAddress', '12 Ring Road, Surat');
  contactDraft.setField('name', 'Asha Patel');
  reviewDraft.setField('review', 'Bitter.');
  // Simulates a draft stored by an earlier page of this tab.
  sessionStorage.setItem('review', '{"review":"Bitter."}');
}

function expectNothingTyped() {
  expect(useAttempt.getState().details.deliveryAddress).toBe('');
  expect(contactDraft.useDraft.getState().values.name).toBe('');
  expect(reviewDraft.useDraft.getState().values.review).toBe('');
  expect({ ...sessionStorage }).toEqual({ isLoginUser: 'false' });
}

test('a logout leaves no typed text', async () => {
  fillForms();
  await logOut();
  expectNothingTyped();
});

test('a tab that comes to the front after a logout in another is logged out, and leaves nothing typed', async () => {
  fillForms();
  document.cookie = 'isLoginUser=false;path=/';
  followSession();
  await waitFor(() => expect(flag()).toBe(false));
  expectNothingTyped();
});

test('a session that ended by itself, and a logout that failed, leave what was typed', async () => {
  fillForms();
  setLoginFlag(false);
  vi.mocked(client.logOut).mockRejectedValue(new ApiError(503, ''));
  await logOut();
  expect(useAttempt.getState().details.deliveryAddress).toBe('12 Ring Road, Surat');
  expect(reviewDraft.useDraft.getState().values.review).toBe('Bitter.');
});
