import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useReviews } from '../../stores/reviews';
import { karela, reviewOf } from '../../test_data';
import { ProductReviews } from './ProductReviews';
import { useProductReviews } from './use_product_reviews';

vi.mock('../../rules/review_match', () => {
  throw new Error('no such chunk');
});

function Reviews() {
  return <ProductReviews product={karela} reviews={useProductReviews(karela)} />;
}

test('a search that cannot be loaded costs the reviews and nothing else', async () => {
  useReviews.setState({ data: [reviewOf(karela)] });
  render(<Reviews />, { wrapper: MemoryRouter });
  expect(screen.getByText('Loading reviews…')).toBeVisible();
  expect(await screen.findByText('The reviews cannot be shown just now.')).toBeVisible();
});
