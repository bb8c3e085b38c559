import {
  type InfiniteData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query';
import { isPassing, orderInConflict } from './errors';
import {
  meQuery,
  shopChangesQuery,
  shopQuery,
  taxRatesQuery,
  todayQuery,
  trialBalanceQuery,
} from './queries';
import { heard } from './reachability';
import { knowWhoIsSignedIn } from './reauthentication';
import type { Order, OrderPage, Product, Review, ReviewPage, Shop, Today } from './types';

const MOST_TRIES = 2;

/** What the pages know of the shop. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heard, onSuccess: () => heard(undefined) }),
  mutationCache: new MutationCache({ onError: heard, onSuccess: () => heard(undefined) }),
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

// Whoever was signed in is asked to sign in again, over the page that is open.
knowWhoIsSignedIn(() => Boolean(queryClient.getQueryData(meQuery.queryKey)));

/** Milliseconds in which the day's counts are asked for once, however much changes: who scans a parcel a second reads none of them. */
const COUNTS_EVERY = 3_000;

let counting = false;
let changedMeanwhile = false;

/** The day's counts are asked for anew: at once, and what changes in the seconds after that together at their end. */
function countsChanged(): void {
  if (counting) {
    changedMeanwhile = true;
    return;
  }
  counting = true;
  void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
  setTimeout(() => {
    counting = false;
    if (!changedMeanwhile) return;
    changedMeanwhile = false;
    countsChanged();
  }, COUNTS_EVERY);
}

/** Pages of a list that are asked for anew when something of it changes: each is a request, and whoever has gone further back looks at old ones. */
const MOST_PAGES = 2;

/** Milliseconds within which a list and the counts were asked for together, as after a change that was made here. */
const TOGETHER = 1_000;

/** The day was counted again `at` a time, and stood otherwise `before`: lists behind the counts that changed are asked for anew. */
export function countsDiffer(before: Today, now: Today, at: number): void {
  const changed = (...parts: (keyof Today)[]) =>
    parts.some((part) => JSON.stringify(before[part]) !== JSON.stringify(now[part]));
  const lists = new Set<unknown>([
    ...(changed('counts') ? ['orders', 'held'] : []),
    ...(changed('messagesOpen', 'messagesLate') ? ['tickets'] : []),
    ...(changed('stock') ? ['stock', 'returns'] : []),
  ]);
  const isOld = ({ queryKey, state }: { queryKey: QueryKey; state: QueryState }) =>
    lists.has(queryKey[0]) && state.dataUpdatedAt < at - TOGETHER && !isLong({ queryKey, state });
  void queryClient.invalidateQueries({ predicate: isOld }, { cancelRefetch: false });
}

type Listed = { queryKey: QueryKey; state: { data?: unknown } };

/** Whether somebody went so far back in a list that each of its pages is not asked for anew. */
const isLong = ({ state }: Listed) =>
  ((state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 1) > MOST_PAGES;

/** With fewer rows than these a list that goes on is asked for anew, so that it does not end before its end. */
const FEW_ROWS = 10;

/**
 * Lists have these orders at once, as they stand: each page that is asked for anew is a line of the log, and the fiftieth within an hour
 * asks for a proof. One is asked for anew where an order came into it, and where few are left of it, unless it is long.
 */
function listsChanged(orders: readonly Order[]): void {
  const now = new Map(orders.map((order) => [order.orderNumber, order]));
  for (const list of queryClient.getQueryCache().findAll({ queryKey: ['orders'] })) {
    const { queryKey } = list;
    const known = list.state.data as Partial<InfiniteData<OrderPage>> | undefined;
    const { status = [] } = queryKey[1] as { status?: string[] };
    const belongs = (order: Order) => status.length === 0 || status.includes(order.status);
    const pages = known?.pages?.map((page) => ({
      ...page,
      orders: page.orders.map((each) => now.get(each.orderNumber) ?? each).filter(belongs),
    }));
    const rows = pages?.flatMap((page) => page.orders) ?? [];
    const isShort = rows.length < FEW_ROWS && Boolean(pages?.at(-1)?.next);
    const isThere = (order: Order) => rows.some(({ orderNumber }) => orderNumber === order.orderNumber);
    if (pages) queryClient.setQueryData(queryKey, { ...known, pages });
    if (!pages || isShort || (!isLong(list) && orders.some((order) => belongs(order) && !isThere(order)))) {
      void queryClient.invalidateQueries({ queryKey, exact: true });
    }
  }
}

/** An order that was just answered: its page has it at once, lists and counts are asked for anew. */
export const orderChanged = (order: Order) => ordersChanged([order]);

/** The same of many orders: lists and counts are asked for once. */
export function ordersChanged(orders: readonly Order[]): void {
  if (orders.length === 0) return;
  for (const order of orders) {
    // Its end is told with the order alone; while it stays placed, it ends as before.
    queryClient.setQueryData<Order>(['order', order.orderNumber], (known) =>
      known?.endsAt && known.status === order.status ? { endsAt: known.endsAt, ...order } : order,
    );
    void queryClient.invalidateQueries({ queryKey: ['order documents', order.orderNumber] });
  }
  listsChanged(orders);
  void queryClient.invalidateQueries({ queryKey: ['held'] });
  void queryClient.invalidateQueries({ queryKey: ['reserved packs'] });
  countsChanged();
}

/** A change of an order was refused: its page shows how it stands, which a conflict brings along or which is asked for. */
export function orderRefused(orderNumber: string, error: unknown): void {
  const present = orderInConflict(error);
  if (present) orderChanged(present);
  else void queryClient.invalidateQueries({ queryKey: ['order', orderNumber] });
}

/** Money of an order goes back: all that is known of its payments is asked for anew. */
export function paymentsChanged(orderNumber: string): void {
  for (const key of [
    ['payments'],
    ['order payments', orderNumber],
    ['order documents', orderNumber],
    ['order', orderNumber],
    ['orders'],
  ]) {
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

/** Money of an order was given back by hand: its page has it at once. */
export function moneyGivenBack(order: Order): void {
  orderChanged(order);
  void queryClient.invalidateQueries({ queryKey: ['recorded refunds', order.orderNumber] });
  void queryClient.invalidateQueries({ queryKey: ['payments', 'owed'] });
  void queryClient.invalidateQueries({ queryKey: ['order documents', order.orderNumber] });
}

/** Something was booked. */
export function booksChanged(): void {
  void queryClient.invalidateQueries({ queryKey: trialBalanceQuery.queryKey });
}

/** A rate was set: what waited for it is issued soon. */
export function ratesChanged(): void {
  void queryClient.invalidateQueries({ queryKey: taxRatesQuery.queryKey });
  booksChanged();
}

/** It was said what a credit was: an order is paid with it, where it was an order's. */
export function creditMatched(orderNumber: string | undefined): void {
  void queryClient.invalidateQueries({ queryKey: ['credits'] });
  if (!orderNumber) return;
  paymentsChanged(orderNumber);
  countsChanged();
}

/** What is there of packs was changed. */
export function stockChanged(): void {
  for (const key of ['stock', 'batches', 'returns', 'held', 'reserved packs']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
  countsChanged();
}

/** A review that was just answered or decided: every list has it as it stands, and one that it does not belong to is asked for anew later. */
export function reviewChanged(review: Review): void {
  replaceReviews((reviews) => reviews.map((each) => (each.id === review.id ? review : each)));
  void queryClient.invalidateQueries({ queryKey: ['reviews'], refetchType: 'none' });
  countsChanged();
}

/** A review that is done with leaves the lists at once: whoever goes on reads the next one. */
export function reviewDone(review: Review): void {
  replaceReviews((reviews) => reviews.filter(({ id }) => id !== review.id));
  reviewChanged(review);
}

function replaceReviews(change: (reviews: Review[]) => Review[]): void {
  queryClient.setQueriesData<InfiniteData<ReviewPage>>(
    { queryKey: ['reviews'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, reviews: change(page.reviews) })),
      },
  );
}

/** A ticket was answered, noted, closed or opened: all that is known of it is asked for anew. */
export async function ticketChanged(id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['tickets'] });
  countsChanged();
  await queryClient.invalidateQueries({ queryKey: ['ticket', id] });
}

/** A product that was just answered: its page has it at once, lists and packs are asked for anew. */
export function productChanged(product: Product): void {
  queryClient.setQueryData(['product', product.id], product);
  for (const key of ['products', 'product changes', 'packs', 'stock']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

/** The shop that was just answered: every page names it so at once. */
export function shopChanged(shop: Shop): void {
  queryClient.setQueryData(shopQuery.queryKey, shop);
  void queryClient.invalidateQueries({ queryKey: shopChangesQuery.queryKey });
}

/** Many things were changed at once: whatever is known of the shop is asked for anew, save how the file itself is. */
export function everythingChanged(): void {
  const kept = new Set<unknown>([meQuery.queryKey[0], 'import']);
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) });
}
