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

const mainNav = () => within(screen.getByRole('navigation', { name: 'Main' }));

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
  ['Packets', 'Karela Powder', 'Ashwagandha Powder', 'See every pouch', '/shop?type=pouch'],
  ['Boxes', 'Ashwagandha Powder', 'Karela Powder', 'See every box', '/shop?type=box'],
])('the %s menu lists its own kind, and leads to all of it', async (menu, listed, other, all, shop) => {
  render(<Header />, { wrapper: MemoryRouter });
  const button = screen.getByRole('button', { name: menu });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const list = within(mainNav().getAllByRole('list')[1] as HTMLElement);
  expect(list.getByRole('link', { name: listed })).toBeVisible();
  expect(list.queryByRole('link', { name: other })).toBeNull();
  expect(list.getByRole('link', { name: all })).toHaveAttribute('href', shop);
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

test('a press elsewhere closes a menu, a choice in it too', async () => {
  render(<Header />, { wrapper: MemoryRouter });
  const button = screen.getByRole('button', { name: 'Packets' });
  await userEvent.click(button);
  await userEvent.pointer({ keys: '[MouseLeft]', target: screen.getByText('Wishlist') });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('link', { name: 'Karela Powder' }));
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test.each([
  ['/', 'Home'],
  ['/Testimonial', 'Testimonials'],
  ['/reviewForm', 'Reviews'],
  ['/contact', 'Contact'],
])('on %s the main navigation marks %s, and nothing else', (path, name) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Header />
    </MemoryRouter>,
  );
  const marked = mainNav()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'));
  expect(marked).toEqual([mainNav().getByRole('link', { name })]);
});

test('Call is a telephone link', () => {
  render(<Header />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', expect.stringMatching(/^tel:/));
});

test('the wishlist is a label: nothing to press, no stop for the focus', () => {
  render(<Header />, { wrapper: MemoryRouter });
  const label = screen.getByText('Wishlist');
  expect(label).toBeVisible();
  expect(label.closest('a, button, [tabindex], [role]')).toBeNull();
});
