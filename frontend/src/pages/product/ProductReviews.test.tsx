import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../../test_data';
import { ProductReviews } from './ProductReviews';

function open(...data: ReturnType<typeof reviewOf>[]) {
  useCart.setState({ data: [karela, ashwagandha] });
  useReviews.setState({ data });
  render(<ProductReviews product={karela} />, { wrapper: MemoryRouter });
}

test('reviews of this product are listed with their average and their number', async () => {
  open(
    reviewOf(karela, { _id: '1', rating: 5, productname: 'karela' }),
    reviewOf(ashwagandha, { _id: '2', name: 'Farida K.' }),
    reviewOf(karela, { _id: '3', rating: 3.5, name: 'Balaji', review: 'Late.' }),
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(2);
  const [first, second] = rows as [HTMLElement, HTMLElement];
  expect(within(first).getByRole('img', { name: '5 out of 5' })).toBeVisible();
  expect(first).toHaveTextContent('Meena Shah');
  expect(second).toHaveTextContent('Balaji');
  expect(second).toHaveTextContent('Late.');
  expect(screen.getByText('2 reviews')).toBeVisible();
  expect(screen.getByText('4.3')).toBeVisible();
  expect(screen.getByRole('img', { name: '4.3 out of 5' })).toBeVisible();
  expect(screen.queryByText('Farida K.')).toBeNull();
});

test('without any the shopper is asked to be the first', async () => {
  open(reviewOf(ashwagandha));
  expect(await screen.findByText('No reviews available for this product yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Be the first to review this product!' })).toHaveAttribute(
    'href',
    '/reviewForm?product=Karela%20Powder',
  );
});
