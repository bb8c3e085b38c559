import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Product } from '../api/types';
import { useReviews } from '../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../test_data';
import { ProductCard } from './ProductCard';

function show(product: Product) {
  render(<ProductCard product={product} />, { wrapper: MemoryRouter });
}

test('a card shows the selling price, the listed price and the discount', () => {
  show(karela);
  expect(screen.getByRole('heading', { name: 'Karela Powder' })).toBeVisible();
  expect(screen.getByText('₹249')).toBeVisible();
  expect(screen.getByText('₹298').tagName).toBe('S');
  expect(screen.getByText('20%OFF')).toBeVisible();
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

test('stars and number count the reviews that name the product to the letter', () => {
  const data = [
    reviewOf(karela, { _id: '1', rating: 5 }),
    reviewOf(karela, { _id: '2', rating: 4, productname: ' karela powder ' }),
    reviewOf(karela, { _id: '3', rating: 0, productname: 'Karela' }),
    reviewOf(ashwagandha, { _id: '4', rating: 1 }),
  ];
  useReviews.setState({ data });
  show(karela);
  expect(screen.getByRole('img', { name: '4.5 out of 5' })).toBeVisible();
  expect(screen.getByText('4.5 (2)')).toBeVisible();
  expect(screen.getByText('2 reviews')).toBeInTheDocument();
});

test('without reviews there are no stars', () => {
  useReviews.setState({ data: [reviewOf(ashwagandha)] });
  show(karela);
  expect(screen.queryByRole('img', { name: /out of 5/ })).toBeNull();
});
