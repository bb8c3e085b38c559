import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useCart } from '../../stores/cart';
import { ashwagandha, karela } from '../../test_data';
import HomePage from './HomePage';

test('a card shows the selling price, the listed price and the discount', () => {
  useCart.setState({ data: [karela, ashwagandha] });
  render(<HomePage />, { wrapper: MemoryRouter });
  const [card] = within(screen.getByRole('list', { name: 'Products' })).getAllByRole('listitem');
  if (!card) throw new Error('no card');
  expect(within(card).getByRole('heading', { name: 'Karela Powder' })).toBeVisible();
  expect(within(card).getByText('₹249')).toBeVisible();
  expect(within(card).getByText('₹298').tagName).toBe('S');
  expect(within(card).getByText('20%OFF')).toBeVisible();
  expect(within(card).getByRole('link', { name: /^Choose weight/ })).toHaveAttribute(
    'href',
    `/product/${karela._id}`,
  );
});

test('there is one main heading', () => {
  render(<HomePage />, { wrapper: MemoryRouter });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
