import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Card } from '../api/types';
import { ProductReviews } from '../pages/product/ProductReviews';
import { useCart } from '../stores/cart';
import { useReviews } from '../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../test_data';
import { ProductCard } from './ProductCard';
import { useReviewsOf } from './use_reviews_of';

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

test('stars and number are those of the product’s page, which misspelt names count for too', async () => {
  const data = [
    reviewOf(karela, { _id: '1', rating: 5 }),
    reviewOf(karela, { _id: '2', rating: 4, productname: ' karela powder ' }),
    reviewOf(karela, { _id: '3', rating: 3, productname: 'karla' }),
    reviewOf(ashwagandha, { _id: '4', rating: 1 }),
  ];
  useReviews.setState({ data });
  function Page() {
    return <ProductReviews product={karela} reviews={useReviewsOf(karela)} />;
  }
  show(karela);
  render(<Page />, { wrapper: MemoryRouter });
  // Each is drawn when it has time for it.
  await waitFor(() => expect(screen.getAllByText('3 reviews')).toHaveLength(2));
  expect(screen.getByText('4 (3)')).toBeVisible();
  expect(screen.getAllByRole('img', { name: '4 out of 5' })).toHaveLength(3);
});

test('without reviews there are no stars', () => {
  useReviews.setState({ data: [reviewOf(ashwagandha)] });
  show(karela);
  expect(screen.queryByRole('img', { name: /out of 5/ })).toBeNull();
});
