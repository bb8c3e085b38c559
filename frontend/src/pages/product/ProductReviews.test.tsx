import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useReviewsOf } from '../../product/use_reviews_of';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../../test_data';
import { ProductReviews } from './ProductReviews';
import { RatingSummary } from './RatingSummary';

function Reviews() {
  const reviews = useReviewsOf(karela);
  return (
    <>
      <header>
        <RatingSummary reviews={reviews} />
      </header>
      <main>
        <ProductReviews product={karela} reviews={reviews} />
      </main>
    </>
  );
}

const under = (role: 'banner' | 'main') => within(screen.getByRole(role));

function open(...data: ReturnType<typeof reviewOf>[]) {
  useCart.setState({ data: [karela, ashwagandha] });
  useReviews.setState({ data });
  render(<Reviews />, { wrapper: MemoryRouter });
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
  expect(under('main').getByText('2 reviews')).toBeVisible();
  expect(under('main').getByText('4.3')).toBeVisible();
  expect(under('main').getByRole('img', { name: '4.3 out of 5' })).toBeVisible();
  expect(screen.queryByText('Farida K.')).toBeNull();
});

test('without any the shopper is asked to be the first', async () => {
  open(reviewOf(ashwagandha));
  expect(await screen.findByText('No reviews available for this product yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Be the first to review this product!' })).toHaveAttribute(
    'href',
    `/reviewForm?product=${karela._id}`,
  );
});

test('under the title they are summed up, with the way to them', async () => {
  open(reviewOf(karela, { _id: '1', rating: 5 }), reviewOf(karela, { _id: '2', rating: 3.5 }));
  const link = await under('banner').findByRole('link', { name: '4.3 out of 5 2 reviews' });
  expect(link).toHaveAttribute('href', '#reviews');
  expect(screen.getByRole('region', { name: 'Reviews' })).toHaveAttribute('id', 'reviews');
});

test('while they are on their way nothing says that there are none', () => {
  open();
  expect(under('main').getByText('Loading reviews…')).toBeVisible();
  expect(screen.queryByText('Not reviewed yet')).toBeNull();
  expect(screen.queryByText('No reviews available for this product yet.')).toBeNull();
  act(() => useReviews.setState({ loading: false }));
  expect(under('banner').getByText('Not reviewed yet')).toBeVisible();
  expect(under('main').getByText('No reviews available for this product yet.')).toBeVisible();
});

test('a sample is marked, what a shopper wrote is not', () => {
  open(reviewOf(karela, { _id: '1', isSample: true }), reviewOf(karela, { _id: '2', name: 'Balaji' }));
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Sample review') !== null)).toEqual([true, false]);
});

test('a product nobody has reviewed says so under its title too', async () => {
  open(reviewOf(ashwagandha));
  expect(await under('banner').findByRole('link', { name: 'Not reviewed yet' })).toBeVisible();
});

test('who got the product is marked in words, and each review says when it was written and changed', () => {
  open(
    reviewOf(karela, { _id: '1', isVerified: true, writtenAt: '2026-11-20T20:00:00Z' }),
    reviewOf(karela, {
      _id: '2',
      writtenAt: '2026-11-20T20:00:00Z',
      editedAt: '2026-11-22T08:00:00Z',
    }),
  );
  const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(first).getByText('Verified buyer')).toBeVisible();
  expect(within(first).getByText('21 Nov 2026')).toHaveAttribute('datetime', '2026-11-20T20:00:00Z');
  expect(first).not.toHaveTextContent('changed');
  expect(within(second).queryByText('Verified buyer')).toBeNull();
  expect(second).toHaveTextContent('21 Nov 2026, changed on 22 Nov 2026');
});
