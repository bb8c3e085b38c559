import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { orderChanged, queryClient } from './query_client';
import type { Order } from './types';

afterEach(() => vi.useRealTimers());

test('however many orders are moved, the counts are asked for once in some seconds, and at last', async () => {
  vi.useFakeTimers();
  const queryFn = vi.fn(async () => ({}));
  const observer = new QueryObserver(queryClient, { queryKey: ['today'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  queryFn.mockClear();

  for (let parcel = 0; parcel < 10; parcel += 1) {
    setTimeout(() => orderChanged({ orderNumber: `VM-${parcel}` } as Order), parcel * 100);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queryFn, 'at once').toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryFn, 'and once for the nine others').toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn, 'not again for nothing').toHaveBeenCalledTimes(2);
  stop();
});
