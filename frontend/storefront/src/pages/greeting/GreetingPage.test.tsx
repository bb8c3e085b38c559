import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLoginFlag } from '../../stores/login';
import GreetingPage from './GreetingPage';

vi.mock('./celebrate', () => ({ celebrate: () => () => {} }));

beforeEach(() => setLoginFlag(false));

function open(state?: unknown) {
  render(
    <MemoryRouter initialEntries={[{ pathname: '/greeting', state }]}>
      <GreetingPage />
    </MemoryRouter>,
  );
}

test('the shopper is thanked', () => {
  open({ orderNumber: 'VM-1' });
  expect(screen.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible();
  expect(screen.getByText('Delivery arriving in 5-7 business days')).toBeVisible();
  expect(screen.getByText('Payment receipt will be issued after payment.')).toBeVisible();
  expect(screen.getByText('VM-1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
});

test('the day that was promised for the pincode stands beside the specified sentence', () => {
  open({ orderNumber: 'VM-1', latestOn: '2026-12-01' });
  const specified = screen.getByText('Delivery arriving in 5-7 business days');
  expect(specified.nextElementSibling).toHaveTextContent('At your pincode: by Tuesday 1 December');
});

test('a visit without an order shows no number', () => {
  open();
  expect(screen.queryByText('Your order number')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Follow your order' })).toBeNull();
});

test.each([
  ['a visitor', false, '/track?order=VM-1'],
  ['who is logged in', true, '/orders/VM-1'],
])('%s can follow the order', (_, isLoginUser, path) => {
  setLoginFlag(isLoginUser);
  open({ orderNumber: 'VM-1' });
  expect(screen.getByRole('link', { name: 'Follow your order' })).toHaveAttribute('href', path);
});
