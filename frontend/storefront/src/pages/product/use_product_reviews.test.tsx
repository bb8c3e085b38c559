import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../../test_data';
import { ProductReviews } from './ProductReviews';
import { useProductReviews } from './use_product_reviews';

vi.mock('../../rules/review_match', () => {
  throw new Error('no such chunk');
});

function Reviews() {
  return <ProductReviews product={karela} reviews={useProductReviews(karela)} />;
}

function open(...data: ReturnType<typeof reviewOf>[]) {
  useCart.setState({ data: [karela, ashwagandha] });
  useReviews.setState({ data });
  render(<Reviews />, { wrapper: MemoryRouter });
}

test('names written as on the page need no search', () => {
  open(reviewOf(karela, { productname: ' karela powder ' }), reviewOf(ashwagandha, { _id: '2' }));
  expect(screen.getByText('Properly bitter, no grit.')).toBeVisible();
});

test('a review stays with its product when that is renamed, and does not go to another that has its name now', () => {
  open(
    reviewOf(karela, { productId: karela._id, productname: 'Kakora', name: 'Balaji' }),
    reviewOf(karela, { _id: '2', productId: ashwagandha._id }),
  );
  expect(screen.getByText('Balaji')).toBeVisible();
  expect(screen.queryByText('Meena Shah')).toBeNull();
});

test('a search that cannot be loaded costs the reviews that need it and nothing else', async () => {
  open(reviewOf(karela, { productname: 'karla', name: 'Balaji' }));
  expect(screen.getByText('Loading reviews…')).toBeVisible();
  expect(await screen.findByText('The reviews cannot be shown right now.')).toBeVisible();
  open(reviewOf(karela, { _id: '2', productname: 'karla', name: 'Balaji' }), reviewOf(karela));
  expect(screen.getAllByText('Meena Shah')[0]).toBeVisible();
  expect(screen.queryByText('Balaji')).toBeNull();
});
