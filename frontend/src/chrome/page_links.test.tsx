import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Drawer } from './Drawer';
import { MainNav } from './MainNav';

const targets = { Testimonials: '/Testimonial', Reviews: '/reviewForm', Contact: '/contact' };

test.each(Object.entries(targets))('%s leads to %s, on wide screens and on phones', async (name, path) => {
  render(<MainNav />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);

  render(<Drawer />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = screen.getByRole('dialog', { name: 'Menu' });
  expect(within(drawer).getByRole('link', { name })).toHaveAttribute('href', path);
});
