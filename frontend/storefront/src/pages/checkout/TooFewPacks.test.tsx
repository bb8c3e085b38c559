import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import * as lists from '../../api/lists';
import { ApiError } from '../../api/errors';
import type { PlacedOrder } from '../../api/types';
import type { PackLeft } from '../../api/types';
import { notifyShoppingError, notifySuccess } from '../../messages/notify';
import type { CartItem } from '../../rules/cart_items';
import { useCart } from '../../stores/cart';
import { ashwagandha, cardsOf, itemOf, karela, surat, withLeft } from '../../test_data';
import CartPage from '../cart/CartPage';
import { finishAttempt, setDetail } from './attempt';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

const placed: PlacedOrder = {
  orderId: 'id',
  orderNumber: 'VM-1',
  totalAmount: 498,
  placedAt: '2026-11-21T00:00:00Z',
  charges: [],
  paymentMethod: 'pay_later',
};
const small = itemOf(karela, 100, 2);
const other = itemOf(ashwagandha, 75, 3);

beforeEach(() => {
  finishAttempt();
  setDetail('fullname', 'Asha Patel');
  setDetail('email', 'asha@example.com');
  setDetail('mobilenumber', '9876543210');
  setDetail('deliveryAddress', '12 Ring Road, Surat');
  setDetail('pincode', '395007');
  vi.mocked(client.placeOrder).mockReset().mockResolvedValue(placed);
  vi.mocked(client.quoteDelivery).mockReset().mockResolvedValue(surat);
  vi.mocked(lists.listCards)
    .mockReset()
    .mockResolvedValue(cardsOf([karela, ashwagandha]));
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyShoppingError).mockReset();
});

function Whereabouts() {
  const { pathname, state } = useLocation();
  return <p>{`${pathname} ${state?.orderNumber ?? ''}`}</p>;
}

function open(...items: CartItem[]) {
  useCart.setState({ data: [karela, ashwagandha], items });
  render(
    <MemoryRouter initialEntries={['/checkout']}>
      <CartPage />
      <Whereabouts />
    </MemoryRouter>,
  );
}

function refuseOnce(message: string, { _id, selectedWeight }: CartItem, left: number) {
  const packs: PackLeft[] = [{ productId: _id, weightInGrams: selectedWeight, left }];
  vi.mocked(client.placeOrder).mockRejectedValueOnce(new ApiError(409, message, [], { left: packs }));
}

const dialog = () => screen.getByRole('dialog', { name: 'Checkout Details' });
const button = (name: string) => within(dialog()).getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));
const submit = () => press('Proceed to Payment');

test('too few packs are told, taken over and mended at one press, and the order tried again', async () => {
  const refusal = 'Only 1 pack of Karela Powder (100 g) is left. Please change your cart and try again.';
  refuseOnce(refusal, small, 1);
  // The list is requested right after the refusal, but is older than it.
  vi.mocked(lists.listCards).mockResolvedValue(cardsOf([withLeft(karela, 6)]));
  open(small);
  await submit();
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith(refusal);
  expect(within(dialog()).getByText(refusal)).toBeVisible();
  expect(lists.listCards).toHaveBeenCalledExactlyOnceWith({ fresh: true });
  expect(useCart.getState().items).toEqual([small]);
  await waitFor(() => expect(useCart.getState().data).toEqual([withLeft(karela, 6)]));

  await press('Change to 1: Karela Powder, 100 g');
  expect(screen.getByTestId('order-total')).toHaveTextContent('₹249.00');
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Quantity updated');
  expect(screen.getByRole('heading', { name: 'Order Summary' })).toHaveFocus();
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  const [first, second] = vi.mocked(client.placeOrder).mock.calls.map(([, key]) => key);
  expect(second).not.toBe(first);
});

test('a line that is sold out is taken out at one press, and the rest ordered', async () => {
  refuseOnce('Karela Powder (100 g) is sold out.', small, 0);
  open(small, other);
  await submit();
  await press('Remove Karela Powder, 100 g');
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Item removed from cart');
  expect(screen.getByRole('heading', { name: 'Order Summary' })).toHaveFocus();
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(vi.mocked(client.placeOrder).mock.calls[1]?.[0].products).toHaveLength(1);
});

test('the only line taken out leads back to the empty cart', async () => {
  refuseOnce('Karela Powder (100 g) is sold out.', small, 0);
  open(small);
  await submit();
  await press('Remove Karela Powder, 100 g');
  expect(screen.getByText('/cart')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(notifyShoppingError).toHaveBeenCalledOnce();
});

test('a later refusal stands in place of an earlier one', async () => {
  refuseOnce('Karela Powder (100 g) is sold out.', small, 0);
  refuseOnce('Only 2 packs of Ashwagandha Powder (75 g) are left.', other, 2);
  open(small, other);
  await submit();
  expect(button('Remove Karela Powder, 100 g')).toBeVisible();
  await submit();
  expect(button('Change to 2: Ashwagandha Powder, 75 g')).toBeVisible();
  expect(within(dialog()).queryByText('Sold out')).toBeNull();
});
