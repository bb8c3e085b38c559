import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notifySuccess } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { ashwagandha, itemOf, karela, withLeft } from '../../test_data';
import CartPage from './CartPage';

vi.mock('../../messages/notify');

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(notifySuccess).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(...items: ReturnType<typeof itemOf>[]) {
  useCart.setState({ data: [karela, ashwagandha], items });
  render(<CartPage />, { wrapper: MemoryRouter });
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const increase = () => button('Increase quantity of Karela Powder, 100 g');
const decrease = () => button('Decrease quantity of Karela Powder, 100 g');
const remove = (name: string) => button(`Remove ${name}`);
const quantities = () => useCart.getState().items.map(({ quantity }) => quantity);

test('the heading counts packs, the rows and the total show prices', () => {
  open(itemOf(karela, 100, 2), itemOf(ashwagandha, 75, 1));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your Cart (3 items)');
  const [row] = screen.getAllByRole('listitem');
  expect(row).toHaveTextContent('Karela Powder');
  expect(row).toHaveTextContent('100 g');
  expect(row).toHaveTextContent('₹249 each');
  expect(row).toHaveTextContent('₹498');
  expect(screen.getByText('₹847.00')).toBeVisible();
});

test('the price of delivery is shown once, by the box for the pincode', () => {
  open(itemOf(karela, 100, 2));
  expect(screen.getByText('Enter your pincode to see when it comes and what delivery costs.')).toBeVisible();
  expect(screen.queryByText(/Delivery charge/)).toBeNull();
});

test('an empty cart leads back to the shop', () => {
  open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your Cart (0 items)');
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
});

test('a change locks the item for 300 ms', () => {
  open(itemOf(karela, 100, 1));
  fireEvent.click(increase());
  expect(quantities()).toEqual([2]);
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Quantity updated');

  act(() => vi.advanceTimersByTime(299));
  fireEvent.click(increase());
  expect(quantities()).toEqual([2]);

  act(() => vi.advanceTimersByTime(1));
  fireEvent.click(increase());
  expect(quantities()).toEqual([3]);
});

test('Remove is locked with its item', () => {
  open(itemOf(karela, 100, 1), itemOf(ashwagandha, 75, 1));
  fireEvent.click(increase());
  fireEvent.click(remove('Karela Powder, 100 g'));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => vi.advanceTimersByTime(300));
  fireEvent.click(remove('Karela Powder, 100 g'));
  expect(screen.getByRole('dialog', { name: 'Remove this item?' })).toBeVisible();
});

test('the lock holds one item, not the others', () => {
  open(itemOf(karela, 100, 1), itemOf(ashwagandha, 75, 1));
  fireEvent.click(increase());
  fireEvent.click(button('Increase quantity of Ashwagandha Powder, 75 g'));
  expect(quantities()).toEqual([2, 2]);
});

test('minus is disabled at 1, plus at 99', () => {
  open(itemOf(karela, 100, 1));
  expect(decrease()).toBeDisabled();
  act(() => useCart.setState({ items: [itemOf(karela, 100, 99)] }));
  expect(increase()).toBeDisabled();
  fireEvent.click(decrease());
  expect(quantities()).toEqual([98]);
});

test('after Confirm the focus is at the next row, after the last one at the row before, and then at the heading', () => {
  open(itemOf(karela, 100, 1), itemOf(karela, 200, 1), itemOf(ashwagandha, 75, 1));
  const confirmRemovalOf = (name: string) => {
    remove(name).focus();
    fireEvent.click(remove(name));
    fireEvent.click(button('Confirm'));
  };
  confirmRemovalOf('Karela Powder, 100 g');
  expect(remove('Karela Powder, 200 g')).toHaveFocus();
  confirmRemovalOf('Ashwagandha Powder, 75 g');
  expect(remove('Karela Powder, 200 g')).toHaveFocus();
  confirmRemovalOf('Karela Powder, 200 g');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('after the cart was cleared the focus is at the heading', () => {
  open(itemOf(karela, 100, 1));
  fireEvent.click(button('Clear Cart'));
  fireEvent.click(button('Confirm'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a question is read out with its title', () => {
  open(itemOf(karela, 100, 1));
  fireEvent.click(remove('Karela Powder, 100 g'));
  const dialog = screen.getByRole('dialog', { name: 'Remove this item?' });
  expect(dialog).toHaveAccessibleDescription('Karela Powder, 100 g will be taken out of your cart.');
});

test('removing asks first', () => {
  open(itemOf(karela, 100, 1), itemOf(ashwagandha, 75, 1));
  fireEvent.click(button('Remove Karela Powder, 100 g'));
  fireEvent.click(button('Cancel'));
  expect(quantities()).toHaveLength(2);

  fireEvent.click(button('Remove Karela Powder, 100 g'));
  const dialog = screen.getByRole('dialog', { name: 'Remove this item?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(useCart.getState().items).toEqual([itemOf(ashwagandha, 75, 1)]);
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Item removed from cart');
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('a line of which few are left', () => {
  function openWithLeft(left: number, quantity: number) {
    open(itemOf(karela, 100, quantity), itemOf(ashwagandha, 75, 1));
    act(() => useCart.setState({ data: [withLeft(karela, left), ashwagandha] }));
  }
  const change = () => screen.queryByRole('button', { name: /^Change to/ });

  test('says so, and can have no more of them', () => {
    openWithLeft(3, 2);
    expect(screen.getByText('Only 3 left')).toBeVisible();
    expect(change()).toBeNull();
    fireEvent.click(increase());
    expect(quantities()).toEqual([3, 1]);
    expect(increase()).toBeDisabled();
  });

  test('and that asks for more keeps its quantity until a press changes it to what is left', () => {
    openWithLeft(3, 5);
    expect(quantities()).toEqual([5, 1]);
    expect(increase()).toBeDisabled();
    fireEvent.click(button('Change to 3: Karela Powder, 100 g'));
    expect(quantities()).toEqual([3, 1]);
    expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Quantity updated');
    expect(screen.getByText('Only 3 left')).toHaveFocus();
    expect(change()).toBeNull();
  });

  test('is locked for 300 ms after a change too', () => {
    openWithLeft(3, 6);
    fireEvent.click(decrease());
    fireEvent.click(button('Change to 3: Karela Powder, 100 g'));
    expect(quantities()).toEqual([5, 1]);
    act(() => vi.advanceTimersByTime(300));
    fireEvent.click(button('Change to 3: Karela Powder, 100 g'));
    expect(quantities()).toEqual([3, 1]);
  });

  test('when none is left, says so, has no quantity to change and goes at one press', () => {
    openWithLeft(0, 2);
    expect(screen.getByText('Sold out')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Quantity of Karela Powder, 100 g' })).toBeNull();
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('× 2');
    fireEvent.click(remove('Karela Powder, 100 g'));
    expect(useCart.getState().items).toEqual([itemOf(ashwagandha, 75, 1)]);
    expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Item removed from cart');
    expect(remove('Ashwagandha Powder, 75 g')).toHaveFocus();
  });
});

test('clearing asks first', () => {
  open(itemOf(karela, 100, 1));
  fireEvent.click(button('Clear Cart'));
  fireEvent.click(button('Cancel'));
  expect(quantities()).toHaveLength(1);

  fireEvent.click(button('Clear Cart'));
  fireEvent.click(button('Confirm'));
  expect(quantities()).toEqual([]);
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Cart cleared');
});
