import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { karela, reviewOf } from '../../test_data';
import { ReviewCarousel } from './ReviewCarousel';

function open(count: number) {
  const data = Array.from({ length: count }, (_, index) =>
    reviewOf(karela, { _id: `${index}`, name: `Shopper ${index + 1}` }),
  );
  return render(<ReviewCarousel reviews={data} />, { wrapper: MemoryRouter });
}

const shown = () =>
  screen.getAllByText(/^Shopper \d+$/).map(({ textContent }) => Number(textContent?.slice(8)));
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next reviews' }));
const previous = () => userEvent.click(screen.getByRole('button', { name: 'Previous reviews' }));

test('reviews come four at a time, and after the last the first again', async () => {
  open(10);
  expect(shown()).toEqual([1, 2, 3, 4]);
  await next();
  expect(shown()).toEqual([5, 6, 7, 8]);
  await next();
  expect(shown()).toEqual([9, 10]);
  await next();
  expect(shown()).toEqual([1, 2, 3, 4]);
});

test('before the first come the last', async () => {
  open(10);
  await previous();
  expect(shown()).toEqual([9, 10]);
  await previous();
  expect(shown()).toEqual([5, 6, 7, 8]);
});

test('the shown reviews are announced and name the list', async () => {
  open(9);
  expect(screen.getByRole('status')).toHaveTextContent('Reviews 1 to 4 of 9');
  expect(screen.getByRole('list', { name: 'Reviews 1 to 4 of 9' })).toBeVisible();
  await previous();
  expect(screen.getByRole('status')).toHaveTextContent('Review 9 of 9');
});

test('the arrow keys turn the page too', async () => {
  open(8);
  screen.getByRole('list', { name: 'Reviews 1 to 4 of 8' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toEqual([5, 6, 7, 8]);
});

test('the focus stays in the list that the arrow keys turn', async () => {
  open(12);
  screen.getByRole('list', { name: 'Reviews 1 to 4 of 12' }).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(shown()).toEqual([5, 6, 7, 8]);
  expect(screen.getByRole('list', { name: 'Reviews 5 to 8 of 12' })).toHaveFocus();
});

test('four reviews or fewer need no buttons', () => {
  open(4);
  expect(shown()).toEqual([1, 2, 3, 4]);
  expect(screen.queryByRole('button', { name: 'Next reviews' })).toBeNull();
});

test('a review shows its stars, its words and its product', () => {
  render(<ReviewCarousel reviews={[reviewOf(karela)]} />, { wrapper: MemoryRouter });
  const card = screen.getByText('Properly bitter, no grit.').closest('li');
  expect(card).toHaveTextContent('Meena Shah');
  expect(card).toHaveTextContent('on Karela Powder');
  expect(screen.getByRole('img', { name: '4.5 out of 5' })).toBeVisible();
});

test('a sample is marked, a shopper’s review is not', () => {
  const reviews = [reviewOf(karela, { _id: '1', isSample: true }), reviewOf(karela, { _id: '2' })];
  render(<ReviewCarousel reviews={reviews} />, { wrapper: MemoryRouter });
  expect(screen.getAllByText('Sample review')).toHaveLength(1);
});

test('without reviews it says so and leads to the form', () => {
  open(0);
  expect(screen.getByText('No reviews available yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write a review' })).toHaveAttribute('href', '/reviewForm');
  expect(screen.queryByRole('button', { name: 'Next reviews' })).toBeNull();
});

test('fewer reviews than before do not leave an empty page', async () => {
  const { rerender } = open(8);
  await next();
  rerender(<ReviewCarousel reviews={[reviewOf(karela, { name: 'Shopper 1' })]} />);
  expect(screen.getByText('Shopper 1')).toBeVisible();
});

test('while they are on their way it does not say that there are none', () => {
  render(<ReviewCarousel reviews={[]} loading />, { wrapper: MemoryRouter });
  expect(screen.getByText('Loading reviews…')).toBeVisible();
  expect(screen.queryByText('No reviews available yet.')).toBeNull();
});
