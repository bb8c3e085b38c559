import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../../test_data';
import TestimonialsPage from './TestimonialsPage';

function open(...data: ReturnType<typeof reviewOf>[]) {
  useCart.setState({ data: [ashwagandha, karela] });
  useReviews.setState({ data });
  render(<TestimonialsPage />, { wrapper: MemoryRouter });
}

test('a card shows the photo, the name, the stars and the text', () => {
  open(reviewOf(karela, { productPhoto: '/images/products/karela' }));
  const card = screen.getByRole('listitem');
  expect(within(card).getByRole('img', { name: 'Karela Powder' })).toHaveAttribute(
    'src',
    '/images/products/karela-400.webp',
  );
  expect(within(card).getByRole('heading', { name: 'Meena Shah' })).toBeVisible();
  expect(within(card).getByRole('img', { name: '4.5 out of 5' })).toBeVisible();
  expect(within(card).getByText('Properly bitter, no grit.')).toBeVisible();
});

test('the shop’s answer stands below the text', () => {
  open(reviewOf(karela, { shopAnswer: 'So is karela.' }));
  const card = screen.getByRole('listitem');
  expect(within(card).getByText('Our answer')).toBeVisible();
  expect(within(card).getByText('So is karela.')).toBeVisible();
});

test('typed markup is shown as text', () => {
  const words = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const name = '"><svg onload=alert(3)>';
  open(reviewOf(karela, { name, review: words, productname: 'javascript:alert(4)' }));
  const card = screen.getByRole('listitem');
  expect(within(card).getByText(words)).toBeVisible();
  expect(within(card).getByText(name)).toBeVisible();
  expect(card.querySelectorAll('script, svg[onload], img[onerror], [href^="javascript:"]')).toHaveLength(0);
});

test('a sample is marked, a shopper’s review is not', () => {
  open(reviewOf(karela, { _id: '1', isSample: true }), reviewOf(karela, { _id: '2' }));
  const cards = screen.getAllByRole('listitem');
  expect(cards.map((card) => within(card).queryByText('Sample review') !== null)).toEqual([true, false]);
});

test('the seal stands in for a product the shop does not know', () => {
  open(reviewOf(karela, { productname: 'Old stock' }));
  expect(screen.getByRole('img', { name: 'Old stock' })).toHaveAttribute('src', '/favicon.svg');
  expect(screen.getByText('on Old stock')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'on Old stock' })).toBeNull();
});

test('a product of the shop is a link to its page', () => {
  const own = { ...ashwagandha, photo: '/images/products/ashwagandha' };
  useCart.setState({ data: [karela, own] });
  const review = reviewOf(own, { productId: own._id, productname: 'Asgandh' });
  useReviews.setState({ data: [review] });
  render(<TestimonialsPage />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'on Asgandh' })).toHaveAttribute('href', `/product/${own._id}`);
});

test('while they are on their way it does not say that there are none', () => {
  open();
  expect(screen.getByText('Loading reviews…')).toBeVisible();
  expect(screen.queryByText('No reviews available.')).toBeNull();
});

test('without any it says so', () => {
  useReviews.setState({ loading: false });
  open();
  expect(screen.getByText('No reviews available.')).toBeVisible();
  expect(screen.queryByRole('list')).toBeNull();
});
