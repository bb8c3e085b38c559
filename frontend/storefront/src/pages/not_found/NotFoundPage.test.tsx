import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useCart } from '../../stores/cart';
import { karela } from '../../test_data';
import NotFoundPage from './NotFoundPage';
import { offersFor } from './offers';

const products = Array.from(['Karela', 'Moringa', 'Jamun', 'B12', 'Tulsi', 'Neem'], (name) => ({
  ...karela,
  _id: name,
  productName: name,
  concerns: name === 'Neem' ? ['skin'] : ['sugar-balance'],
}));

beforeEach(() => useCart.setState({ data: products }));

function open(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <NotFoundPage />
    </MemoryRouter>,
  );
}

const offered = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

test('the way home, a telephone and a mail link', () => {
  open('/nowhere');
  expect(screen.getByRole('heading', { level: 1, name: 'Sacred Page Not Found' })).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/', expect.stringMatching(/^tel:/), expect.stringMatching(/^mailto:/)]);
});

test('a search that found nothing is printed, with four products and the shelf', () => {
  open('/404?q=laptop%20bag');
  expect(screen.getByRole('heading', { level: 1, name: 'Sacred Page Not Found' })).toBeVisible();
  expect(screen.getByText(/“laptop bag”/)).toBeVisible();
  expect(offered()).toEqual(['Karela', 'Moringa', 'Jamun', 'B12']);
  expect(screen.getByRole('link', { name: 'See all powders' })).toHaveAttribute('href', '/shop');
});

test.each(['/404', '/404?q=', '/404?q=%20'])('%s prints no search and offers nothing', (address) => {
  open(address);
  expect(screen.queryByText(/“/)).toBeNull();
  expect(offered()).toEqual([]);
});

test.each([
  ['glowing skin', ['Neem', 'Karela', 'Moringa', 'Jamun']],
  ['SUGAR', ['Karela', 'Moringa', 'Jamun', 'B12']],
  ['', ['Karela', 'Moringa', 'Jamun', 'B12']],
])('a shopper who asked for "%s" is offered %j', (query, names) => {
  expect(offersFor(query, products).map(({ productName }) => productName)).toEqual(names);
});
