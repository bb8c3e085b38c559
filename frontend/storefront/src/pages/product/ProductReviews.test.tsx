import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../../test_data';
import { ProductReviews } from './ProductReviews';
import { RatingSummary } from './RatingSummary';
import { useProductReviews } from './use_product_reviews';

vi.mock('../../api/client');

beforeEach(() => {
  vi.mocked(client.listReviewsOf).mockReset().mockResolvedValue([]);
});

const rated = { ...karela, rating: { mean: 4.2, count: 512 } };

function Reviews({ of }: { of: typeof karela }) {
  return (
    <>
      <header>
        <RatingSummary product={of} />
      </header>
      <main>
        <ProductReviews product={of} reviews={useProductReviews(of)} />
      </main>
    </>
  );
}

const under = (role: 'banner' | 'main') => within(screen.getByRole(role));

function open(...data: ReturnType<typeof reviewOf>[]) {
  show(karela, data);
}

function show(product: typeof karela, data: ReturnType<typeof reviewOf>[]) {
  useCart.setState({ data: [product, ashwagandha] });
  useReviews.setState({ data });
  render(<Reviews of={product} />, { wrapper: MemoryRouter });
}

test('reviews of this product are listed, the newest first, also where its name is misspelt', async () => {
  open(
    reviewOf(karela, { _id: '3', rating: 5, productname: 'karla' }),
    reviewOf(ashwagandha, { _id: '2', name: 'Farida K.' }),
    reviewOf(karela, { _id: '1', rating: 3.5, name: 'Balaji', review: 'Late.' }),
  );
  expect(await screen.findByText('Meena Shah')).toBeVisible();
  const rows = screen.getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  const [first, second] = rows as [HTMLElement, HTMLElement];
  expect(within(first).getByRole('img', { name: '5 out of 5' })).toBeVisible();
  expect(first).toHaveTextContent('Meena Shah');
  expect(second).toHaveTextContent('Balaji');
  expect(second).toHaveTextContent('Late.');
  expect(screen.queryByText('Farida K.')).toBeNull();
  expect(client.listReviewsOf).not.toHaveBeenCalled();
});

test('mean and number come from the server’s count, not from the loaded reviews', () => {
  show(rated, [reviewOf(karela, { _id: '1', rating: 1 })]);
  for (const role of ['banner', 'main'] as const) {
    expect(under(role).getByText('512 reviews')).toBeVisible();
    expect(under(role).getByText('4.2')).toBeVisible();
    expect(under(role).getByRole('img', { name: '4.2 out of 5' })).toBeVisible();
  }
});

test('if the shop’s newest reviews are not all, those of the product are loaded', async () => {
  const others = Array.from({ length: 200 }, (_, n) => reviewOf(ashwagandha, { _id: `9${n}` }));
  vi.mocked(client.listReviewsOf).mockResolvedValue([reviewOf(karela, { name: 'Balaji' })]);
  show(rated, others);
  expect(screen.queryByText('No reviews available for this product yet.')).toBeNull();
  expect(await screen.findByText('Balaji')).toBeVisible();
  expect(vi.mocked(client.listReviewsOf).mock.calls[0]?.[0]).toBe('Karela Powder');
});

test('without any the shopper is asked to be the first', async () => {
  open(reviewOf(ashwagandha));
  expect(await screen.findByText('No reviews available for this product yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Be the first to review this product!' })).toHaveAttribute(
    'href',
    `/reviewForm?product=${karela._id}`,
  );
});

test('under the title they are summed up, with the way to them', () => {
  show(rated, []);
  const link = under('banner').getByRole('link', { name: '4.2 out of 5 512 reviews' });
  expect(link).toHaveAttribute('href', '#reviews');
  expect(screen.getByRole('region', { name: 'Reviews' })).toHaveAttribute('id', 'reviews');
});

test('while they are on their way nothing says that there are none', () => {
  open();
  expect(under('main').getByText('Loading reviews…')).toBeVisible();
  expect(screen.queryByText('No reviews available for this product yet.')).toBeNull();
  act(() => useReviews.setState({ loading: false }));
  expect(under('main').getByText('No reviews available for this product yet.')).toBeVisible();
});

test('a sample is marked, a shopper’s review is not', () => {
  open(reviewOf(karela, { _id: '2', isSample: true }), reviewOf(karela, { _id: '1', name: 'Balaji' }));
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Sample review') !== null)).toEqual([true, false]);
});

test('an unrated product says so under its title', () => {
  open(reviewOf(karela, { isSample: true }));
  expect(under('banner').getByRole('link', { name: 'Not rated yet' })).toBeVisible();
  expect(screen.getByText('Sample review')).toBeVisible();
});

test('verified reviewers are marked in words, and each review says when it was written and changed', () => {
  open(
    reviewOf(karela, { _id: '2', isVerified: true, writtenAt: '2026-11-20T20:00:00Z' }),
    reviewOf(karela, {
      _id: '1',
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
