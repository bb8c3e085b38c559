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

// What the tests of the checkout share. Each mocks the calls and the messages by itself.

/** What the shop answers to an order that it takes. */
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

/** Nothing is typed, and the shop takes orders and delivers for nothing. */
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

/** Tells the address, and the number of an order that the shopper is thanked for; goes back. */
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

/** The cart at the last of these addresses, which were visited one after the other. */
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
/** The keys that orders were sent with. */
export const keys = () => vi.mocked(client.placeOrder).mock.calls.map(([, key]) => key);

/** At once, since what is typed letter by letter is drawn letter by letter. */
export async function fill() {
  const values = [' Asha Patel ', 'asha@example.com', '9876543210', '12 Ring Road, Surat', '395007'];
  for (const [index, label] of labels.entries())
    fireEvent.change(field(label), { target: { value: values[index] } });
}
