import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import * as lists from '../../api/lists';
import { ApiError, ConnectionError } from '../../api/errors';
import { notifyError, notifySuccess } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { setLoginFlag } from '../../stores/login';
import { useSession } from '../../stores/session';
import { ashwagandha, karela, ownReviewOf, reviewOf } from '../../test_data';
import { reviewDraft } from './draft';
import ReviewPage from './ReviewPage';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

const posted = reviewOf(karela);
const ofKarela = `/reviewForm?product=${karela._id}`;

beforeEach(() => {
  reviewDraft.clear();
  vi.mocked(client.createReview).mockReset().mockResolvedValue(false);
  vi.mocked(client.changeReview).mockReset();
  vi.mocked(lists.listReviews).mockReset().mockResolvedValue([posted]);
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyError).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

function Whereabouts() {
  const { pathname, state } = useLocation();
  return <p>{`at ${pathname} from ${state?.back}`}</p>;
}

function open(address = '/reviewForm') {
  useCart.setState({ data: [karela, ashwagandha] });
  return render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/reviewForm" element={<ReviewPage />} />
        <Route path="*" element={<Whereabouts />} />
      </Routes>
    </MemoryRouter>,
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const button = () => screen.getByRole('button');
const submit = () => userEvent.click(button());
const errors = () => vi.mocked(notifyError).mock.calls.map(([message]) => message);

function fill() {
  type('Name', ' Meena ');
  type('Product Name', 'Karela Powder');
  type('Review', 'Bitter.');
  type('Rating', '4.5');
}

/** Submits with fake timers and waits for the response to be handled. */
async function submitByFakeClock() {
  vi.useFakeTimers();
  fireEvent.click(button());
  await act(() => vi.advanceTimersByTimeAsync(0));
}

test('a tapped star is the rating, and the number says so', async () => {
  const { container } = open();
  const stars = container.querySelectorAll('[aria-hidden] > button');
  expect(stars).toHaveLength(5);
  await userEvent.click(stars[3] as Element);
  expect(field('Rating')).toHaveValue(4);
  type('Rating', '4.5');
  expect(field('Rating')).toHaveValue(4.5);
});

test('a review is sent, the form cleared and the list loaded fresh', async () => {
  open();
  fill();
  await submit();
  expect(client.createReview).toHaveBeenCalledExactlyOnceWith({
    name: 'Meena',
    productname: 'Karela Powder',
    review: 'Bitter.',
    rating: 4.5,
  });
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Review submitted successfully!');
  expect(notifyError).not.toHaveBeenCalled();
  for (const label of ['Name', 'Product Name', 'Review']) expect(field(label)).toHaveValue('');
  expect(field('Rating')).toHaveValue(null);
  expect(lists.listReviews).toHaveBeenCalledExactlyOnceWith({ fresh: true });
  expect(useReviews.getState().data).toEqual([posted]);
});

test('a review that the shop checks first says so', async () => {
  vi.mocked(client.createReview).mockResolvedValue(true);
  open();
  fill();
  await submit();
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith(
    'Review submitted successfully! It will appear in the shop once we have checked it.',
  );
});

test('a list that cannot be loaded does not make a kept review a failed one', async () => {
  vi.mocked(lists.listReviews).mockRejectedValue(new Error('down'));
  open();
  fill();
  await submit();
  expect(notifySuccess).toHaveBeenCalledOnce();
  expect(notifyError).not.toHaveBeenCalled();
});

test('every problem is in the one toast and beside its field, the first has the focus', async () => {
  open();
  await submit();
  expect(errors()).toEqual([
    'Name is required, Product Name is required, Review is required, Rating must be between 0 and 5',
  ]);
  expect(field('Name')).toHaveFocus();
  expect(field('Name')).toHaveAccessibleDescription(/Name is required$/);
  expect(field('Product Name')).toHaveAccessibleDescription('Product Name is required');
  expect(field('Review')).toHaveAccessibleDescription('Review is required');
  expect(field('Rating')).toHaveAccessibleDescription(/Rating must be between 0 and 5$/);
  expect(client.createReview).not.toHaveBeenCalled();
});

test('a problem goes away as soon as it is mended', async () => {
  open();
  fill();
  type('Rating', '5.1');
  await submit();
  expect(errors()).toEqual(['Rating must be between 0 and 5']);
  expect(field('Rating')).toHaveFocus();
  expect(field('Rating')).toHaveAttribute('aria-invalid');
  type('Rating', '5');
  expect(field('Rating')).not.toHaveAttribute('aria-invalid');
  await submit();
  expect(client.createReview).toHaveBeenCalledOnce();
});

test('the rating is a number from 0 to 5 in steps of 0.1', () => {
  open();
  for (const [name, value] of [
    ['type', 'number'],
    ['min', '0'],
    ['max', '5'],
    ['step', '0.1'],
  ] as const) {
    expect(field('Rating')).toHaveAttribute(name, value);
  }
});

test('the products of the shop are suggested, and a link may bring one along', () => {
  open(ofKarela);
  expect(field('Product Name')).toHaveValue('Karela Powder');
  const suggestions = document.getElementById(field('Product Name').getAttribute('list') ?? '');
  expect([...(suggestions?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Karela Powder',
    'Ashwagandha Powder',
  ]);
});

test('a link to another product leaves what was typed', () => {
  const { unmount } = open();
  type('Product Name', 'The bitter one');
  unmount();
  open(ofKarela);
  expect(field('Product Name')).toHaveValue('The bitter one');
});

test('a link to another product leaves a review with the product it was written of', () => {
  const { unmount } = open(ofKarela);
  type('Review', 'Bitter.');
  unmount();
  open(`/reviewForm?product=${ashwagandha._id}`);
  expect(field('Product Name')).toHaveValue('Karela Powder');
});

test('a link to another product takes the place of one before, while nothing is typed', () => {
  const { unmount } = open(ofKarela);
  unmount();
  open(`/reviewForm?product=${ashwagandha._id}`);
  expect(field('Product Name')).toHaveValue('Ashwagandha Powder');
});

test.each([
  [new ApiError(202, ''), 'Failed to submit review. Unexpected response.'],
  [new ApiError(204, ''), 'Failed to submit review. Unexpected response.'],
  [new ApiError(413, 'The review is too long.'), 'The review is too long.'],
  [new ApiError(500, ''), 'Failed to submit review. Please try again.'],
  [new Error('odd'), 'Failed to submit review. Please try again.'],
  [
    new ConnectionError(new TypeError('Failed to fetch')),
    'No response from server. Please check your network connection.',
  ],
])('%s is told and loses nothing typed', async (error, words) => {
  vi.mocked(client.createReview).mockRejectedValue(error);
  open();
  fill();
  await submit();
  expect(errors()).toEqual([words]);
  expect(field('Name')).toHaveValue(' Meena ');
  expect(field('Rating')).toHaveValue(4.5);
  expect(button()).not.toHaveAttribute('aria-disabled');
  expect(notifySuccess).not.toHaveBeenCalled();
});

test('a value the server refuses is shown at its field', async () => {
  const problem = 'Product Name should be at most 100 characters long';
  const refusal = new ApiError(422, problem, [{ field: 'productname', message: problem }]);
  vi.mocked(client.createReview).mockRejectedValue(refusal);
  open();
  fill();
  await submit();
  expect(errors()).toEqual([problem]);
  expect(field('Product Name')).toHaveAccessibleDescription(problem);
  expect(field('Product Name')).toHaveFocus();
});

test('a visitor is told beforehand, and offered the login, an account and the reviews', () => {
  setLoginFlag(false);
  open(ofKarela);
  expect(screen.getByText(/^Reviews are written by shoppers who are logged in\./)).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/login', '/signUp', '/Testimonial']);
  fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
  expect(screen.getByText(`at /login from ${ofKarela}`)).toBeVisible();
});

test('a logged-in shopper gets no hint to log in', () => {
  setLoginFlag(true);
  open();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a shopper without a login is sent to log in after 2 seconds, and finds the review again', async () => {
  vi.mocked(client.createReview).mockRejectedValue(new ApiError(401, 'Session expired'));
  setLoginFlag(true);
  const { unmount } = open(ofKarela);
  fill();
  await submitByFakeClock();
  expect(useSession.getState().isLoginUser).toBe(false);
  expect(errors()).toEqual(['Please login to submit a review.']);
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  act(() => vi.advanceTimersByTime(1999));
  expect(screen.queryByText(/^at /)).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText(`at /login from ${ofKarela}`)).toBeVisible();
  unmount();
  open();
  expect(field('Review')).toHaveValue('Bitter.');
});

test('a shopper who leaves before that is not called back', async () => {
  vi.mocked(client.createReview).mockRejectedValue(new ApiError(401, ''));
  const { unmount } = open();
  fill();
  await submitByFakeClock();
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('while the review is sent the button says so, keeps the focus and sends no second', async () => {
  vi.mocked(client.createReview).mockReturnValue(new Promise(() => {}));
  open();
  fill();
  await submit();
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  expect(button()).toHaveTextContent('Sending your review…');
  expect(button()).toHaveFocus();
  await submit();
  expect(client.createReview).toHaveBeenCalledOnce();
});

const already = 'You have reviewed this product already. You can change your review instead.';

async function meetTheKeptReview() {
  const kept = ownReviewOf(karela, { review: 'What I wrote before.', version: 3 });
  vi.mocked(client.createReview).mockRejectedValue(new ApiError(409, already, [], kept));
  open();
  fill();
  await submit();
  return { kept, dialog: within(await screen.findByRole('dialog', { name: 'Change your review' })) };
}

test('a second review of a pack can take the place of the first', async () => {
  const { kept, dialog } = await meetTheKeptReview();
  expect(notifyError).not.toHaveBeenCalled();
  expect(dialog.getByText(/^You reviewed Karela Powder on 21 Nov 2026, and each pack has one/)).toBeVisible();
  expect(dialog.getByText('What I wrote before.')).toBeVisible();
  expect(dialog.getByLabelText('Review')).toHaveValue('Bitter.');
  expect(dialog.getByLabelText('Rating')).toHaveValue(4.5);
  vi.mocked(client.changeReview).mockResolvedValue({ ...kept, version: 4 });
  await userEvent.click(dialog.getByRole('button', { name: 'Save my review' }));
  expect(client.changeReview).toHaveBeenCalledExactlyOnceWith(kept._id, {
    version: 3,
    review: 'Bitter.',
    rating: 4.5,
  });
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Review updated successfully!');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field('Review')).toHaveValue('');
});

test('the first can stay as it is, and the typed text stays too', async () => {
  const { dialog } = await meetTheKeptReview();
  await userEvent.click(dialog.getByRole('button', { name: 'Leave it as it is' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(client.changeReview).not.toHaveBeenCalled();
  expect(field('Review')).toHaveValue('Bitter.');
});
