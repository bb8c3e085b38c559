import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from './calls';
import { isSignedOut } from './errors';
import type { OrderState } from './types';

/** Whoever is signed in; nobody is `null`, which is an answer as good as any. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () =>
    calls.readMe().catch((error: unknown) => {
      if (isSignedOut(error)) return null;
      throw error;
    }),
  staleTime: 60_000,
});

/** How the day stands. */
export const todayQuery = queryOptions({ queryKey: ['today'], queryFn: calls.readToday });

/** Orders by a text and in some states, page after page. */
export const ordersQuery = (text: string, status: OrderState[]) =>
  infiniteQueryOptions({
    queryKey: ['orders', { text, status }],
    queryFn: ({ pageParam }) => calls.listOrders({ text, status, cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });

/** An order. */
export const orderQuery = (number: string) =>
  queryOptions({ queryKey: ['order', number], queryFn: () => calls.readOrder(number) });

/** How every pack stands. */
export const stockQuery = queryOptions({ queryKey: ['stock'], queryFn: calls.listStock });

/** The batches of a pack. */
export const batchesQuery = (productId: string, weightInGrams: number) =>
  queryOptions({
    queryKey: ['batches', productId, weightInGrams],
    queryFn: () => calls.listBatches(productId, weightInGrams),
  });

/** Packs that came back and that nobody has looked at. */
export const returnsQuery = queryOptions({ queryKey: ['returns'], queryFn: calls.listReturns });

/** Everybody of the staff. */
export const staffQuery = queryOptions({ queryKey: ['staff'], queryFn: calls.listStaff });

/** Who asked for what, page after page. */
export const logQuery = (staffId: string, subject: string) =>
  infiniteQueryOptions({
    queryKey: ['log', { staffId, subject }],
    queryFn: ({ pageParam }) => calls.listLog({ staffId, subject, cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });
