import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import * as lists from '../../api/lists';
import { ApiError } from '../../api/errors';
import { notifySuccess } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { setLoginFlag } from '../../stores/login';
import { useSession } from '../../stores/session';
import { ashwagandha, karela, ownReviewOf, reviewOf } from '../../test_data';
import { ProductReviews } from './ProductReviews';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

const mine = ownReviewOf(karela, { _id: '1', rating: 4.5, review: 'Bitter.' });
const others = reviewOf(karela, { _id: '2', name: 'Balaji' });

beforeEach(() => {
  act(() => setLoginFlag(false));
  vi.mocked(client.listOwnReviews)
    .mockReset()
    .mockResolvedValue({ reviews: [mine], next: null });
  vi.mocked(client.changeReview).mockReset();
  vi.mocked(lists.listReviews).mockReset().mockResolvedValue([]);
  vi.mocked(notifySuccess).mockReset();
});

function open() {
  useCart.setState({ data: [karela] });
  render(<ProductReviews product={karela} reviews={[mine, others]} />, { wrapper: MemoryRouter });
}

const change = () => screen.findByRole('button', { name: 'Change it' });
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save my review' }));

test('a visitor is asked for nothing and offered nothing', () => {
  open();
  expect(client.listOwnReviews).not.toHaveBeenCalled();
  expect(screen.queryByText('Your review')).toBeNull();
});

test('the own review among others can be changed, and the lists show it', async () => {
  setLoginFlag(true);
  open();
  await userEvent.click(await change());
  expect(screen.getAllByText('Your review')).toHaveLength(1);
  expect(screen.getByText('What you wrote about Karela Powder on 21 Nov 2026.')).toBeVisible();
  expect(field('Review')).toHaveValue('Bitter.');
  expect(field('Rating')).toHaveValue(4.5);
  fireEvent.change(field('Review'), { target: { value: ' Sweet, in the end. ' } });
  fireEvent.change(field('Rating'), { target: { value: '2' } });
  vi.mocked(client.changeReview).mockResolvedValue({ ...mine, review: 'Sweet, in the end.', version: 2 });
  await save();
  expect(client.changeReview).toHaveBeenCalledExactlyOnceWith('1', {
    version: 1,
    review: 'Sweet, in the end.',
    rating: 2,
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Review updated successfully!');
  expect(lists.listReviews).toHaveBeenCalledExactlyOnceWith({ fresh: true });

  await userEvent.click(await change());
  expect(field('Review')).toHaveValue('Sweet, in the end.');
});

test('an error stands beside its field, and nothing is sent', async () => {
  setLoginFlag(true);
  open();
  await userEvent.click(await change());
  fireEvent.change(field('Review'), { target: { value: ' ' } });
  await save();
  expect(field('Review')).toHaveAccessibleDescription('Review is required');
  expect(field('Review')).toHaveFocus();
  expect(client.changeReview).not.toHaveBeenCalled();
});

test('one that was changed on another device is shown as it stands, and can be saved over', async () => {
  setLoginFlag(true);
  open();
  await userEvent.click(await change());
  const meanwhile = { ...mine, review: 'From the phone.', version: 2 };
  const message = 'This review was changed meanwhile. Look at it again.';
  vi.mocked(client.changeReview).mockRejectedValueOnce(new ApiError(409, message, [], meanwhile));
  fireEvent.change(field('Review'), { target: { value: 'From the laptop.' } });
  await save();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(message)).toBeVisible();
  expect(dialog.getByText('From the phone.')).toBeVisible();
  expect(field('Review')).toHaveValue('From the laptop.');
  vi.mocked(client.changeReview).mockResolvedValueOnce({ ...meanwhile, version: 3 });
  await save();
  expect(client.changeReview).toHaveBeenLastCalledWith(
    '1',
    expect.objectContaining({ version: 2, review: 'From the laptop.' }),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('every page of the own reviews is asked for, and a session that ended ends the flag', async () => {
  setLoginFlag(true);
  vi.mocked(client.listOwnReviews)
    .mockResolvedValueOnce({ reviews: [], next: 'more' })
    .mockResolvedValueOnce({ reviews: [mine], next: null });
  open();
  expect(await change()).toBeVisible();
  expect(vi.mocked(client.listOwnReviews).mock.calls).toEqual([[undefined], ['more']]);
  act(() => setLoginFlag(false));
  expect(screen.queryByText('Your review')).toBeNull();

  vi.mocked(client.listOwnReviews).mockRejectedValue(new ApiError(401, 'Please login to see your reviews.'));
  await act(async () => setLoginFlag(true));
  await waitFor(() => expect(useSession.getState().isLoginUser).toBe(false));
});

test('a review that the shop refused is its writer’s alone, with the reason, and can be changed', async () => {
  setLoginFlag(true);
  const refused = ownReviewOf(karela, {
    _id: '3',
    review: 'My neighbour is a thief.',
    refusalReason: 'It names a person.',
  });
  const elsewhere = ownReviewOf(ashwagandha, { _id: '4', review: 'Rude.', refusalReason: 'It is rude.' });
  vi.mocked(client.listOwnReviews).mockResolvedValue({ reviews: [refused, mine, elsewhere], next: null });
  open();
  const reason = 'We do not show this review: “It names a person.” You can change it.';
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.getByText('My neighbour is a thief.')).toBeVisible();
  expect(screen.queryByText('Rude.')).toBeNull();
  const [, changeRefused] = screen.getAllByRole('button', { name: 'Change it' });
  await userEvent.click(changeRefused as HTMLElement);
  expect(within(screen.getByRole('dialog')).getByText(reason)).toBeVisible();
  fireEvent.change(field('Review'), { target: { value: 'Bitter, too.' } });
  const { refusalReason: _, ...shown } = refused;
  vi.mocked(client.changeReview).mockResolvedValue({ ...shown, review: 'Bitter, too.', version: 2 });
  await save();
  expect(screen.queryByText(reason)).toBeNull();
  expect(lists.listReviews).toHaveBeenCalledExactlyOnceWith({ fresh: true });
});

test('a review that is not shown yet is its writer’s alone, and says so', async () => {
  setLoginFlag(true);
  const held = ownReviewOf(karela, { _id: '3', review: 'Call 98765 43210.', isHeld: true });
  vi.mocked(client.listOwnReviews).mockResolvedValue({ reviews: [held, mine], next: null });
  open();
  expect(
    await screen.findByText('This review will appear in the shop once we have checked it.'),
  ).toBeVisible();
  expect(screen.getByText('Call 98765 43210.')).toBeVisible();
});

test('the shop’s answer stands below the review', () => {
  useCart.setState({ data: [karela] });
  const answered = { ...others, shopAnswer: 'So is karela.' };
  render(<ProductReviews product={karela} reviews={[answered]} />, { wrapper: MemoryRouter });
  expect(screen.getByText('Our answer')).toBeVisible();
  expect(screen.getByText('So is karela.')).toBeVisible();
});
