import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { ProductReviews } from '../pages/product/ProductReviews';
import { useCart } from '../stores/cart';
import { useReviews } from '../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../test_data';
import { useReviewsOf } from './use_reviews_of';

vi.mock('../rules/review_match', () => {
  throw new Error('no such chunk');
});

function Reviews() {
  return <ProductReviews product={karela} reviews={useReviewsOf(karela)} />;
}

function open(...data: ReturnType<typeof reviewOf>[]) {
  useCart.setState({ data: [karela, ashwagandha] });
  useReviews.setState({ data });
  render(<Reviews />, { wrapper: MemoryRouter });
}

test('names written as on the page need no search', () => {
  open(reviewOf(karela, { productname: ' karela powder ' }), reviewOf(ashwagandha, { _id: '2' }));
  expect(screen.getByText('Properly bitter, no grit.')).toBeVisible();
  expect(screen.getByText('1 review')).toBeVisible();
});

test('a search that cannot be loaded costs the reviews and nothing else', async () => {
  open(reviewOf(karela, { productname: 'karla' }));
  expect(screen.getByText('Loading reviews…')).toBeVisible();
  expect(await screen.findByText('The reviews cannot be shown just now.')).toBeVisible();
});
