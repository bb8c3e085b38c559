import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Card } from '../api/types';
import { useCart } from '../stores/cart';
import { useReviews } from '../stores/reviews';
import { ashwagandha, karela, reviewOf, withLeft } from '../test_data';
import { ProductCard } from './ProductCard';

function toldByAnOlderGateway({ variants }: Card) {
  return variants.map(({ weightInGrams, price }) => ({ weightInGrams, price })) as Card['variants'];
}

function show(product: Card) {
  useCart.setState({ data: [karela, ashwagandha] });
  render(<ProductCard product={product} />, { wrapper: MemoryRouter });
}

test('a card shows the selling price, the listed price and the discount', () => {
  show(karela);
  expect(screen.getByRole('heading', { name: 'Karela Powder' })).toBeVisible();
  expect(screen.getByText('₹249')).toBeVisible();
  expect(screen.getByText('₹298').tagName).toBe('S');
  expect(screen.getByText('20%OFF')).toBeVisible();
  expect(screen.getByText('₹49 off')).toBeVisible();
});

test('the listed price is rounded down after multiplying', () => {
  show({ ...karela, actualPrice: 100, discount: 29 });
  expect(screen.getByText('₹129')).toBeVisible();
  expect(screen.getByText('29%OFF')).toBeVisible();
});

test('without a discount there is one price and no label', () => {
  show({ ...karela, discount: 0 });
  expect(screen.queryByText(/OFF$/)).toBeNull();
  expect(screen.queryByText('Listed price')).toBeNull();
});

test('picture and button lead to the page of the product', () => {
  show(karela);
  for (const link of screen.getAllByRole('link')) {
    expect(link).toHaveAttribute('href', `/product/${karela._id}`);
  }
  expect(screen.getByRole('link', { name: 'Choose weight: Karela Powder' })).toBeVisible();
});

const chooseWeight = () => screen.queryByRole('link', { name: 'Choose weight: Karela Powder' });

test('a weight of which few are left is named, and the others can be chosen', () => {
  show(withLeft(karela, Infinity, 3));
  expect(screen.getByText('Only 3 left in 200 g')).toBeVisible();
  expect(chooseWeight()).toBeVisible();
});

test('the lightest of several such weights is named', () => {
  show(withLeft(karela, 5, 3));
  expect(screen.getByText('Only 5 left in 100 g')).toBeVisible();
  expect(screen.queryByText(/Only 3/)).toBeNull();
});

test('a product of which no pack is left says so where its weights would be chosen', () => {
  show(withLeft(karela, 0, 0));
  expect(screen.getByText('Sold out')).toBeVisible();
  expect(chooseWeight()).toBeNull();
  expect(screen.getByRole('link', { name: /Karela Powder/ })).toHaveAttribute(
    'href',
    `/product/${karela._id}`,
  );
});

test.each([
  ['plenty of every weight', karela],
  ['plenty of a heavier weight', withLeft(karela, 0)],
  ['an older gateway, which tells nothing', { ...karela, variants: toldByAnOlderGateway(karela) }],
])('with %s a card says nothing of it', (_, product) => {
  show(product);
  expect(screen.queryByText(/Only|Sold out/)).toBeNull();
  expect(chooseWeight()).toBeVisible();
});

test('stars and number come from the server’s count, not from the loaded reviews', () => {
  useReviews.setState({ data: [reviewOf(karela, { rating: 1 })] });
  show({ ...karela, rating: { mean: 4.2, count: 512 } });
  expect(screen.getByRole('img', { name: '4.2 out of 5' })).toBeVisible();
  expect(screen.getByText('4.2 (512)')).toBeVisible();
  expect(screen.getByText('512 reviews')).toBeInTheDocument();
});

test('without a rating there are no stars', () => {
  useReviews.setState({ data: [reviewOf(karela)] });
  show(karela);
  expect(screen.queryByRole('img', { name: /out of 5/ })).toBeNull();
});
