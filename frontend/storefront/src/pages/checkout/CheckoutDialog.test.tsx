import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import * as lists from '../../api/lists';
import { ApiError } from '../../api/errors';
import { ShopRouter } from '../../navigation/ShopRouter';
import { notifyShoppingError, notifySuccess } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { addToCart } from '../../stores/cart_changes';
import { cardsOf, itemOf, karela } from '../../test_data';
import CartPage from '../cart/CartPage';
import {
  Whereabouts,
  beginAnew,
  dialog,
  field,
  fill,
  labels,
  open,
  placed,
  press,
  small,
  submit,
} from './test_checkout';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

beforeEach(beginAnew);

test('an order is sent trimmed, and the shopper greeted', async () => {
  open();
  expect(dialog()).toBeVisible();
  expect(screen.getByTestId('order-total')).toHaveTextContent('₹498.00');
  expect(screen.getByText('All taxes included. Delivery charge (up to ₹100) is extra.')).toBeVisible();
  await fill();
  await submit();
  expect(await screen.findByText('/greeting VM-1')).toBeVisible();
  expect(vi.mocked(client.placeOrder).mock.calls[0]?.[0]).toEqual({
    fullname: 'Asha Patel',
    email: 'asha@example.com',
    mobilenumber: '9876543210',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395007',
    totalAmount: 498,
    products: [
      {
        productName: 'Karela Powder',
        productId: karela._id,
        weightInGrams: 100,
        quantity: 2,
        basePrice: 249,
        actualPrice: 498,
      },
    ],
    paymentMethod: 'pay_later',
  });
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Order placed successfully!');
  expect(useCart.getState().items).toEqual([]);
  expect(notifyShoppingError).not.toHaveBeenCalled();
});

test('says what a name is made of, beside the field', async () => {
  open();
  await fill();
  fireEvent.change(field('Full Name'), { target: { value: "Dr. S. O'Brien-Rao" } });
  await submit();
  expect(notifyShoppingError).toHaveBeenCalledWith('Enter a valid name (3-30 characters)');
  expect(field('Full Name')).toHaveAccessibleDescription(
    'Letters and spaces only, such as Dr S Rao. Enter a valid name (3-30 characters)',
  );
});

test('Check out opens the dialog at an address of its own, and Back closes it', async () => {
  open([small], '/', '/cart');
  expect(dialog()).toBeNull();
  await press('Check out');
  expect(screen.getByText('/checkout')).toBeVisible();
  expect(dialog()).toBeVisible();
  fireEvent.click(screen.getByText('Back'));
  expect(screen.getByText('/cart')).toBeVisible();
  expect(dialog()).toBeNull();
});

test.each([
  ['a dialog opened from the cart', ['/', '/cart'], 'Check out'],
  ['a dialog opened by its address', ['/', '/checkout'], undefined],
])('%s, once closed, leaves the cart and behind it the page before', async (_, visited, opener) => {
  open([small], ...visited);
  if (opener) await press(opener);
  expect(dialog()).toBeVisible();
  await press('Close');
  expect(screen.getByText('/cart')).toBeVisible();
  expect(dialog()).toBeNull();
  await press('Back');
  expect(screen.getByText('/')).toBeVisible();
});

test('going back from the greeting leads to the cart, not to a checkout of nothing', async () => {
  open([small], '/', '/cart');
  await press('Check out');
  await fill();
  await submit();
  await screen.findByText('/greeting VM-1');
  await press('Back');
  expect(screen.getByText('/cart')).toBeVisible();
  expect(notifyShoppingError).not.toHaveBeenCalled();
});

test('an order that was placed leaves an empty form', async () => {
  open([small], '/', '/cart');
  await press('Check out');
  await fill();
  await submit();
  await screen.findByText('/greeting VM-1');
  await press('Back');
  act(() => useCart.setState({ items: [small] }));
  await press('Check out');
  // The shop keeps the pincode for its next delivery quote.
  for (const label of labels) expect(field(label)).toHaveValue(label === 'Pincode' ? '395007' : '');
  expect(screen.getByRole('radio', { name: 'Pay later' })).toBeChecked();
});

test.each(['+91 98765 43210', '098765-43210'])(
  'the mobile number %s is sent as ten digits',
  async (typed) => {
    open();
    await fill();
    await userEvent.clear(field('Mobile Number'));
    await userEvent.type(field('Mobile Number'), typed);
    await submit();
    expect(vi.mocked(client.placeOrder).mock.calls[0]?.[0].mobilenumber).toBe('9876543210');
  },
);

test('phones offer the keyboard of each field, and the browser leaves the checking to the shop', () => {
  open();
  const offered = labels.map((label) => {
    const { tagName, type, inputMode, autocomplete } = field(label);
    return [label, tagName === 'TEXTAREA' ? 'lines' : type, inputMode, autocomplete];
  });
  expect(offered).toEqual([
    ['Full Name', 'text', '', 'name'],
    ['Email', 'email', 'email', 'email'],
    ['Mobile Number', 'tel', 'numeric', 'tel-national'],
    ['Delivery Address', 'lines', '', 'street-address'],
    ['Pincode', 'text', 'numeric', 'postal-code'],
  ]);
  expect(field('Email').form).toHaveAttribute('novalidate');
});

test('a field loses its red as soon as it is mended, and the others keep theirs', async () => {
  open();
  await submit();
  expect(field('Email')).toBeInvalid();
  await userEvent.type(field('Email'), 'asha');
  expect(field('Email')).toHaveAccessibleDescription(/Enter a valid email address$/);
  await userEvent.type(field('Email'), '@example.com');
  expect(field('Email')).toBeValid();
  expect(field('Email')).toHaveAccessibleDescription('Your order confirmation goes here.');
  expect(field('Pincode')).toBeInvalid();
  expect(notifyShoppingError).toHaveBeenCalledOnce();
});

test('a value the server refused loses its red when it is changed', async () => {
  const errors = [{ field: 'pincode', message: 'We do not deliver there yet' }];
  vi.mocked(client.placeOrder).mockRejectedValue(new ApiError(422, 'Please check the form', errors));
  open();
  await fill();
  await submit();
  expect(field('Pincode')).toBeInvalid();
  await userEvent.type(field('Pincode'), '{Backspace}8');
  expect(field('Pincode')).toBeValid();
});

test('the first problem is a toast and has the focus, every problem stands beside its field', async () => {
  open();
  await userEvent.type(field('Full Name'), 'Asha Patel');
  await submit();
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith('Email is required');
  expect(field('Email')).toHaveFocus();
  expect(field('Email')).toHaveAccessibleDescription(/Email is required$/);
  expect(field('Pincode')).toHaveAccessibleDescription('Pincode is required');
  expect(field('Full Name')).toBeValid();
  expect(client.placeOrder).not.toHaveBeenCalled();
});

test('changed prices are told and taken over, the form stays', async () => {
  const refusal = 'Karela Powder 100 g now costs ₹259 instead of ₹249.';
  vi.mocked(client.placeOrder).mockRejectedValue(new ApiError(409, refusal));
  const variants = [{ weightInGrams: 100, price: 259, availability: 'in_stock' as const }];
  vi.mocked(lists.listCards).mockResolvedValue(cardsOf([{ ...karela, variants }]));
  open();
  await fill();
  await submit();
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith(refusal);
  expect(lists.listCards).toHaveBeenCalledExactlyOnceWith({ fresh: true });
  expect(await screen.findByText('₹518.00', { selector: 'dialog *' })).toBeVisible();
  expect(field('Pincode')).toHaveValue('395007');
});

test('prices that come with the refusal stand above older lists, also after additions to the cart', async () => {
  const refusal = 'Karela Powder 100 g now costs ₹259 instead of ₹249.';
  const quote = { productId: karela._id, productName: 'Karela Powder' };
  const quotes = [
    { ...quote, weightInGrams: 100, price: 259 },
    { ...quote, weightInGrams: 200, price: null },
  ];
  vi.mocked(client.placeOrder).mockRejectedValue(new ApiError(409, refusal, [], { quotes }));
  open([small, itemOf(karela, 200, 1)]);
  await fill();
  await submit();
  expect(await screen.findByText('₹518.00', { selector: 'dialog *' })).toBeVisible();
  expect(lists.listCards).toHaveBeenCalledExactlyOnceWith({ fresh: true });
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith(refusal);
  act(() => void addToCart([small, itemOf(karela, 200, 1)]));
  expect(screen.getByText('₹1,036.00', { selector: 'dialog *' })).toBeVisible();
  expect(field('Pincode')).toHaveValue('395007');
});

test('a dialog that is opened again no longer says why an earlier try was refused', async () => {
  const refusal = 'Karela Powder 100 g now costs ₹259 instead of ₹249.';
  vi.mocked(client.placeOrder).mockRejectedValue(new ApiError(409, refusal));
  open([small], '/', '/cart');
  await press('Check out');
  await fill();
  await submit();
  expect(screen.getByText(refusal)).toBeVisible();
  await press('Close');
  await press('Check out');
  expect(dialog()).toBeVisible();
  expect(screen.queryByText(refusal)).toBeNull();
});

test('a value the server refuses is shown at its field', async () => {
  const errors = [{ field: 'pincode', message: 'We do not deliver there yet' }];
  vi.mocked(client.placeOrder).mockRejectedValue(new ApiError(422, 'Please check the form', errors));
  open();
  await fill();
  await submit();
  expect(field('Pincode')).toHaveAccessibleDescription('We do not deliver there yet');
  expect(field('Pincode')).toHaveFocus();
});

test.each([
  [
    'the server’s message',
    new ApiError(503, 'Orders are paused for a moment.'),
    'Orders are paused for a moment.',
  ],
  ['the error’s own message', new Error('The shop cannot be reached.'), 'The shop cannot be reached.'],
  ['no message', new ApiError(500, ''), 'Something went wrong. Please try again.'],
])('a failed order with %s is told in one toast, and the cart stays', async (_, failure, words) => {
  vi.mocked(client.placeOrder).mockRejectedValue(failure);
  open();
  await fill();
  await submit();
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith(words);
  expect(screen.getByText(words)).toHaveFocus();
  expect(useCart.getState().items).toEqual([small]);
  expect(field('Full Name')).toHaveValue(' Asha Patel ');
});

test('while the order runs the button says so, keeps the focus and sends no second', async () => {
  vi.mocked(client.placeOrder).mockReturnValue(new Promise(() => {}));
  open();
  await fill();
  await submit();
  const busy = screen.getByRole('button', { name: 'Placing your order…' });
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  expect(busy).toHaveFocus();
  await userEvent.click(busy);
  await userEvent.type(field('Pincode'), '{Enter}');
  expect(client.placeOrder).toHaveBeenCalledOnce();
});

test('while the order runs neither Back nor a second Escape takes it off the screen, and its refusal is seen', async () => {
  window.history.replaceState(null, '', '/');
  const moved = vi.fn();
  window.addEventListener('popstate', moved, { capture: true });
  let refuse: (error: Error) => void = () => {};
  vi.mocked(client.placeOrder).mockReturnValue(new Promise((_, reject) => (refuse = reject)));
  useCart.setState({ data: [karela], items: [small] });
  render(
    <ShopRouter>
      <CartPage />
      <Whereabouts />
      <Link to="/cart">Cart</Link>
    </ShopRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Cart' }));
  await press('Check out');
  await fill();
  await submit();
  const shown = dialog();
  // Each step is reported, and so is the step that reverts it.
  window.history.back();
  await waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
  window.history.go(-2);
  await waitFor(() => expect(moved).toHaveBeenCalledTimes(4));
  expect(window.location.pathname).toBe('/checkout');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  (dialog() as HTMLDialogElement).close();
  expect(screen.getByText('/checkout')).toBeVisible();
  expect(dialog()).toBe(shown);
  expect(dialog()).toBeVisible();
  refuse(new ApiError(503, 'Orders are paused for a moment.'));
  // The message is rendered before the focus moves to it, and before the page may be left.
  await waitFor(() => expect(screen.getByText('Orders are paused for a moment.')).toHaveFocus());
  await waitFor(() => expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true));
  window.history.back();
  expect(await screen.findByText('/cart')).toBeVisible();
  expect(dialog()).toBeNull();
});

test('an order takes what was ordered out of the cart, not what another tab added meanwhile', async () => {
  const other = itemOf(karela, 200, 1);
  vi.mocked(client.placeOrder).mockImplementation(async () => {
    localStorage.setItem('cart', JSON.stringify([{ ...small, quantity: 3 }, other]));
    return placed;
  });
  open();
  await fill();
  await submit();
  await screen.findByText('/greeting VM-1');
  expect(useCart.getState().items).toEqual([{ ...small, quantity: 1 }, other]);
  expect(dialog()).toBeNull();
});

test('an empty cart cannot be checked out', async () => {
  open([]);
  expect(await screen.findByText('/cart')).toBeVisible();
  expect(notifyShoppingError).toHaveBeenCalledExactlyOnceWith('Your cart is empty');
});
