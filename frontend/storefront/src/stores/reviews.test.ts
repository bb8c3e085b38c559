import { beforeEach, expect, test, vi } from 'vitest';
import * as lists from '../api/lists';
import { karela, reviewOf } from '../test_data';
import { loadReviews, lookForReviews, useReviews } from './reviews';

vi.mock('../api/lists');

const old = reviewOf(karela, { _id: 'old' });
const review = reviewOf(karela);

beforeEach(() => {
  vi.mocked(lists.listReviews).mockReset().mockResolvedValue([review]);
});

test('a load that began is pending and clears the error', async () => {
  useReviews.setState({ error: 'down' });
  const load = loadReviews();
  expect(useReviews.getState()).toEqual({ data: [], loading: true, error: null });
  await load;
});

test('a load that succeeded stores the list', async () => {
  useReviews.setState({ data: [old] });
  await loadReviews();
  expect(useReviews.getState()).toEqual({ data: [review], loading: false, error: null });
});

test('a load that failed stores the message, keeps the list and is thrown', async () => {
  useReviews.setState({ data: [old] });
  vi.mocked(lists.listReviews).mockRejectedValue(new Error('no reviews'));
  await expect(loadReviews()).rejects.toThrow('no reviews');
  expect(useReviews.getState()).toEqual({ data: [old], loading: false, error: 'no reviews' });
});

test('they are asked for again once they are old, and not before they came', async () => {
  vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] });
  lookForReviews();
  expect(lists.listReviews).not.toHaveBeenCalled();
  await loadReviews();
  lookForReviews();
  expect(lists.listReviews).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
  lookForReviews();
  expect(lists.listReviews).toHaveBeenLastCalledWith({ fresh: true });
  vi.useRealTimers();
});

test('a fresh load asks the server', async () => {
  await loadReviews({ fresh: true });
  expect(lists.listReviews).toHaveBeenCalledExactlyOnceWith({ fresh: true });
});
