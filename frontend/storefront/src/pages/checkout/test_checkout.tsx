import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { vi } from 'vitest';
import * as client from '../../api/client';
import * as lists from '../../api/lists';
import type { PlacedOrder } from '../../api/types';
import { usePincode } from '../../delivery/pincode';
import { notifyShoppingError, notifySuccess } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { cardsOf, itemOf, karela, surat } from '../../test_data';
import CartPage from '../cart/CartPage';
import { finishAttempt } from './attempt';

// Helpers of the checkout tests. Each test mocks the API calls and messages itself.

/** The shop's response to a placed order. */
export const placed: PlacedOrder = {
  orderId: 'id',
  orderNumber: 'VM-1',
  totalAmount: 498,
  placedAt: '2026-11-21T00:00:00Z',
  charges: [],
  paymentMethod: 'pay_later',
};

/** Two packs of the first weight. */
export const small = itemOf(karela, 100, 2);

/** Resets the forms and mocks: the shop accepts orders, and delivery is free. */
export function beginAnew(): void {
  localStorage.clear();
  usePincode.setState({ pincode: '' });
  finishAttempt();
  vi.mocked(client.placeOrder).mockReset().mockResolvedValue(placed);
  vi.mocked(client.quoteDelivery).mockReset().mockResolvedValue(surat);
  vi.mocked(lists.listCards)
    .mockReset()
    .mockResolvedValue(cardsOf([karela]));
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyShoppingError).mockReset();
}

/** Shows the path and the number of the placed order. Its button goes back. */
export function Whereabouts() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`${pathname} ${state?.orderNumber ?? ''}`}</p>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

/** Renders the cart at the last of these addresses, with the others in the history. */
export function open(items = [small], ...visited: string[]) {
  useCart.setState({ data: [karela], items });
  render(
    <MemoryRouter initialEntries={visited.length > 0 ? visited : ['/checkout']}>
      <CartPage />
      <Whereabouts />
    </MemoryRouter>,
  );
}

export const dialog = () => screen.queryByRole('dialog', { name: 'Checkout Details' });
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

export const labels = ['Full Name', 'Email', 'Mobile Number', 'Delivery Address', 'Pincode'];
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
/** The idempotency keys of the sent orders. */
export const keys = () => vi.mocked(client.placeOrder).mock.calls.map(([, key]) => key);

/** Fills the fields at once, because typing letter by letter renders each time. */
export async function fill() {
  const values = [' Asha Patel ', 'asha@example.com', '9876543210', '12 Ring Road, Surat', '395007'];
  for (const [index, label] of labels.entries())
    fireEvent.change(field(label), { target: { value: values[index] } });
}
