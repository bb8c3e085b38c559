import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useCart } from '../stores/cart';
import { ashwagandha, itemOf, karela } from '../test_data';
import { Header } from './Header';

beforeEach(() => {
  useCart.setState({ data: [karela, ashwagandha] });
});

test('the badge counts packs, and is away when there are none', () => {
  const { rerender } = render(<Header />, { wrapper: MemoryRouter });
  const badge = () => screen.getByRole('link', { name: /^Cart, / }).lastElementChild;
  expect(screen.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  expect(badge()).toHaveTextContent('Cart');
  useCart.setState({ items: [itemOf(karela, 100, 2), itemOf(ashwagandha, 75, 1)] });
  rerender(<Header />);
  expect(screen.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
  expect(badge()).toHaveTextContent('3');
});

test.each([
  ['Packets', 'Karela Powder', 'Ashwagandha Powder'],
  ['Boxes', 'Ashwagandha Powder', 'Karela Powder'],
])('the %s menu lists its own kind', async (menu, listed, other) => {
  render(<Header />, { wrapper: MemoryRouter });
  const button = screen.getByRole('button', { name: menu });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  const list = within(screen.getByRole('navigation')).getAllByRole('list')[1] as HTMLElement;
  expect(within(list).getByRole('link', { name: listed })).toBeVisible();
  expect(within(list).queryByRole('link', { name: other })).toBeNull();
});

test('Escape closes a menu and gives the focus back', async () => {
  render(<Header />, { wrapper: MemoryRouter });
  const button = screen.getByRole('button', { name: 'Packets' });
  await userEvent.click(button);
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'Karela Powder' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();
});
