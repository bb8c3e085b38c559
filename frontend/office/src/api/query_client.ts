import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing, isSignedOut, orderInConflict } from './errors';
import { meQuery } from './queries';
import { heard } from './reachability';
import type { Order } from './types';

const MOST_TRIES = 2;

/** What the pages know of the shop. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: hear, onSuccess: () => heard(undefined) }),
  mutationCache: new MutationCache({ onError: hear, onSuccess: () => heard(undefined) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a connection a question fails and says so, instead of waiting in silence.
      networkMode: 'always',
      retry: (tries, error) => isPassing(error) && tries < MOST_TRIES,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Whoever is told that nobody is signed in any more is led to sign in, by the frame; the rest is said in its bar. */
function hear(error: unknown): void {
  if (isSignedOut(error) && queryClient.getQueryData(meQuery.queryKey)) endSession();
  heard(error);
}

/** Forgets all that was known: whoever signs in next may be somebody else. */
export function endSession(): void {
  queryClient.setQueryData(meQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

/** An order that was just answered: its page has it at once, lists and counts are asked for anew. */
export function orderChanged(order: Order): void {
  queryClient.setQueryData(['order', order.orderNumber], order);
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
  void queryClient.invalidateQueries({ queryKey: ['today'] });
}

/** A change of an order was refused: its page shows how it stands, which a conflict brings along or which is asked for. */
export function orderRefused(orderNumber: string, error: unknown): void {
  const present = orderInConflict(error);
  if (present) orderChanged(present);
  else void queryClient.invalidateQueries({ queryKey: ['order', orderNumber] });
}

/** What is there of packs was changed. */
export function stockChanged(): void {
  for (const key of ['stock', 'batches', 'returns', 'today']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}
