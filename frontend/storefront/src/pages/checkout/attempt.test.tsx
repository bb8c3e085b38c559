import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { notifyShoppingError } from '../../messages/notify';
import { emptyDetails } from '../../rules/checkout';
import { useAttempt } from './attempt';
import { beginAnew, field, fill, keys, open, submit } from './test_checkout';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

beforeEach(beginAnew);

test('a retry of the same order has the same key, a changed order another', async () => {
  vi.mocked(client.placeOrder).mockRejectedValue(new Error('The shop cannot be reached.'));
  open();
  await fill();
  await submit();
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith('The shop cannot be reached.');
  await submit();
  expect(field('Full Name')).toHaveValue(' Asha Patel ');
  await userEvent.type(field('Delivery Address'), ', Gujarat');
  await submit();
  const [first, retry, changed] = keys();
  expect(first).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(retry).toBe(first);
  expect(changed).not.toBe(first);
});

test('a page loaded anew has what was typed, and the same key for the same order', async () => {
  vi.mocked(client.placeOrder).mockRejectedValue(new Error('The shop took too long.'));
  open();
  await fill();
  await submit();
  const [order, key] = vi.mocked(client.placeOrder).mock.calls[0] ?? [];
  vi.resetModules();
  const fresh = await import('./attempt');
  expect(fresh.useAttempt.getState().details).toEqual(useAttempt.getState().details);
  expect(order && fresh.keyOf(order)).toBe(key);
  expect(order && fresh.keyOf({ ...order, totalAmount: 1 })).not.toBe(key);
});

test.each([
  '{',
  'null',
  '7',
  '{"details":7,"sent":[]}',
  '{"details":{"email":7},"sent":{"hash":1,"key":"k"}}',
])('a stored attempt that is none is as if nothing was typed: %s', async (stored) => {
  sessionStorage.setItem('checkout', stored);
  vi.resetModules();
  const { useAttempt: fresh } = await import('./attempt');
  expect(fresh.getState()).toEqual({ details: emptyDetails, paymentMethod: 'pay_later' });
});

test('the same goods again are another order', async () => {
  open();
  await fill();
  await submit();
  await screen.findByText('/greeting VM-1');
  document.body.replaceChildren();
  open();
  await fill();
  await submit();
  const [first, second] = keys();
  expect(second).not.toBe(first);
});

test('a closed dialog keeps what was typed', async () => {
  open();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('/cart')).toBeVisible();
  document.body.replaceChildren();
  open();
  expect(field('Delivery Address')).toHaveValue('12 Ring Road, Surat');
});
