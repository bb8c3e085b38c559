import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useCart } from '../stores/cart';
import { setLoginFlag } from '../stores/login';
import { ashwagandha, karela, manyPouches } from '../test_data';
import { Drawer } from './Drawer';
import { MainNav } from './MainNav';

const targets = { Testimonials: '/Testimonial', Reviews: '/reviewForm', Contact: '/contact' };
const drawerTargets = {
  ...targets,
  'About Us': '/aboutUs',
  'Returns Policy': '/returnpolicy',
  FAQs: '/faq',
  Cart: '/cart',
  'Shop all': '/shop',
  Blog: '/blog',
  'Track your order': '/track',
  'My Account': '/login',
};

beforeEach(() => setLoginFlag(false));

async function openDrawer() {
  render(<Drawer />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  return within(await screen.findByRole('dialog', { name: 'Menu' }));
}

test.each(Object.entries(targets))('%s leads to %s on wide screens', (name, path) => {
  render(<MainNav />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});

test.each(Object.entries(drawerTargets))('%s leads to %s on phones', async (name, path) => {
  const drawer = await openDrawer();
  expect(drawer.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('the drawer has the products by kind, and the Help Center', async () => {
  useCart.setState({ data: [karela, ashwagandha] });
  const drawer = await openDrawer();
  const fold = (name: string) => within(drawer.getByText(name).closest('details') as HTMLElement);
  const linksOf = (name: string) => fold(name).getAllByRole('link', { hidden: true });
  expect(linksOf('Packets').map((link) => link.textContent)).toEqual(['Karela Powder', 'See every pouch']);
  expect(linksOf('Boxes').map((link) => link.textContent)).toEqual(['Ashwagandha Powder', 'See every box']);
  expect(linksOf('Help Center').map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/^tel:/),
    expect.stringMatching(/^https:/),
  ]);
});

test('a menu lists twelve of 500 products, and leads to all of them', async () => {
  useCart.setState({ data: manyPouches(500) });
  render(<MainNav />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('button', { name: 'Packets' }));
  const menu = () => screen.getAllByRole('link', { name: /Blend|See every pouch/, hidden: true });
  expect(menu()).toHaveLength(13);
  expect(menu().at(-1)).toHaveAttribute('href', '/shop?type=pouch');
  cleanup();

  await openDrawer();
  expect(menu()).toHaveLength(13);
  expect(menu().at(-1)).toHaveAttribute('href', '/shop?type=pouch');
});

test('choosing a page closes the drawer', async () => {
  const drawer = await openDrawer();
  await userEvent.click(drawer.getByRole('link', { name: 'FAQs' }));
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});

test('the drawer has the orders of a logged-in shopper', async () => {
  setLoginFlag(true);
  const drawer = await openDrawer();
  expect(drawer.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/account');
  expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible();
});
