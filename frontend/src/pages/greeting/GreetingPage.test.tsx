import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import GreetingPage from './GreetingPage';

vi.mock('./celebrate', () => ({ celebrate: () => () => {} }));

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

test('a visit without an order shows no number', () => {
  open();
  expect(screen.queryByText('Your order number')).toBeNull();
});
