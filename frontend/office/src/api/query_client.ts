import {
  type InfiniteData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query';
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type DescService,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { type ConnectQueryKey, createConnectQueryKey } from '@connectrpc/connect-query';
import { LedgerService } from '#contract/shop/billing/v1/ledger_pb.js';
import { TaxRateService } from '#contract/shop/billing/v1/tax_rates_pb.js';
import { ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import {
  type GetShopResponse,
  type Shop,
  ShopEditingService,
  ShopService,
} from '#contract/shop/catalog/v1/shop_pb.js';
import { TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { OversoldPackService } from '#contract/shop/inventory/v1/oversold_pb.js';
import { OrderService } from '#contract/shop/order/v1/order_pb.js';
import { UnconfirmedOrderService } from '#contract/shop/order/v1/unconfirmed_orders_pb.js';
import {
  type ListModeratedReviewsResponse,
  type ModeratedReview,
  ReviewModerationService,
} from '#contract/shop/review/v1/moderation_pb.js';
import type { Edited } from '../rules/products';
import type { ReadReview } from '../rules/reviews';
import { isPassing, orderInConflict } from './errors';
import { meQuery, orderQuery, todayQuery } from './queries';
import { heard } from './reachability';
import { knowWhoIsSignedIn } from './reauthentication';
import type { Order, OrderPage, Today } from './types';

const MOST_TRIES = 2;

/** The query cache of the office. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heard, onSuccess: () => heard(undefined) }),
  mutationCache: new MutationCache({ onError: heard, onSuccess: () => heard(undefined) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a connection, a query fails and reports it, instead of waiting silently.
      networkMode: 'always',
      retry: (tries, error) => isPassing(error) && tries < MOST_TRIES,
    },
    mutations: { networkMode: 'always' },
  },
});

// If a session ends, its staff member signs in again in a dialog over the open page.
knowWhoIsSignedIn(() => Boolean(queryClient.getQueryData(meQuery.queryKey)));

/** The minimum time between two refetches of the day's counts, in milliseconds. A packer scans a parcel a second and reads none of them. */
const COUNTS_EVERY = 3_000;

let counting = false;
let changedMeanwhile = false;

/** Refetches the day's counts now. Changes within the next seconds are collected into one refetch at their end. */
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

/** The most pages of a list that are refetched after a change. Each page is a request, and later pages show old rows. */
const MOST_PAGES = 2;

/** The time within which a list and the counts count as loaded together, in milliseconds, as after a change on this page. */
const TOGETHER = 1_000;

/** Refetches the lists whose counts differ between `before` and `now`. `at` is the time of the new counts. */
export function countsDiffer(before: Today, now: Today, at: number): void {
  const changed = (...parts: (keyof Today)[]) =>
    parts.some((part) => JSON.stringify(before[part]) !== JSON.stringify(now[part]));
  const { sumUnconfirmedPacks } = UnconfirmedOrderService.method;
  const { listOversoldPacks } = OversoldPackService.method;
  const { listStockLevels, listReturnedPacks } = InventoryService.method;
  const lists = new Set<unknown>([
    ...(changed('counts') ? ['orders', 'held', sumUnconfirmedPacks.name, listOversoldPacks.name] : []),
    ...(changed('messagesOpen', 'messagesLate') ? [TicketService.method.listTickets.name] : []),
    ...(changed('stock') ? [listStockLevels.name, listReturnedPacks.name] : []),
  ]);
  const isOld = ({ queryKey, state }: { queryKey: QueryKey; state: QueryState }) =>
    lists.has(listIn(queryKey)) && state.dataUpdatedAt < at - TOGETHER && !isLong({ queryKey, state });
  void queryClient.invalidateQueries({ predicate: isOld }, { cancelRefetch: false });
}

/** The name of what a query reads: a method of the contract, or the first part of a key of REST. */
const listIn = (key: QueryKey) =>
  key[0] === 'connect-query' ? (key as ConnectQueryKey)[1].methodName : key[0];

type Listed = { queryKey: QueryKey; state: { data?: unknown } };

/** Returns true if a list has too many pages loaded to refetch them all. */
const isLong = ({ state }: Listed) =>
  ((state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 1) > MOST_PAGES;

/** A list with more pages is refetched if fewer rows than this are left, so that it does not look complete. */
const FEW_ROWS = 10;

/**
 * Updates these orders in all cached lists. A refetch is avoided because each refetched page is a line of the audit log, and the fiftieth
 * within an hour requires re-authentication. A list is refetched if an order is new to it, unless it is long, or if few rows are left.
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

/** Stores an order that a call returned, and refreshes the lists and counts. */
export const orderChanged = (order: Order) => ordersChanged([order]);

/** Stores many orders that calls returned, and refreshes the lists and counts once. */
export function ordersChanged(orders: readonly Order[]): void {
  if (orders.length === 0) return;
  for (const order of orders) {
    // Only reading the order alone returns `endsAt`. It stays the same as long as the order stays in its status.
    queryClient.setQueryData<Order>(['order', order.orderNumber], (known) =>
      known?.endsAt && known.status === order.status ? { endsAt: known.endsAt, ...order } : order,
    );
    void queryClient.invalidateQueries({ queryKey: ['order documents', order.orderNumber] });
    void queryClient.invalidateQueries({
      queryKey: keyOf(OrderService.method.getOrder, { orderNumber: order.orderNumber }),
    });
  }
  listsChanged(orders);
  heldChanged();
  void queryClient.invalidateQueries({ queryKey: ['reserved packs'] });
  countsChanged();
}

/** The key of all queries of a method, or of those with this input. */
export const keyOf = <Input extends DescMessage, Output extends DescMessage>(
  schema: DescMethodUnary<Input, Output>,
  input?: MessageInitShape<Input>,
) => createConnectQueryKey({ schema, input, cardinality: undefined });

/** The key of all queries of a service. */
const serviceKey = (schema: DescService) => createConnectQueryKey({ schema, cardinality: undefined });

/** Handles a refused change of an order: shows the current order from the conflict, or refetches it. */
export function orderRefused(orderNumber: string, error: unknown): void {
  const present = orderInConflict(error);
  if (present) orderChanged(present);
  else void queryClient.invalidateQueries({ queryKey: ['order', orderNumber] });
}

/** Refetches all payment data of an order after a refund, and updates the order in the lists. */
export function paymentsChanged(orderNumber: string): void {
  for (const key of [
    ['payments'],
    ['order payments', orderNumber],
    ['order documents', orderNumber],
    ['order', orderNumber],
  ]) {
    void queryClient.invalidateQueries({ queryKey: key });
  }
  void orderReadAgain(orderNumber);
}

/** Reads an order and updates it in all cached lists. Without an order, the lists that are not long are refetched. */
export async function orderReadAgain(orderNumber: string): Promise<void> {
  const reading = orderNumber ? queryClient.fetchQuery({ ...orderQuery(orderNumber), staleTime: 0 }) : null;
  const order = await reading?.catch(() => undefined);
  if (order) listsChanged([order]);
  else void queryClient.invalidateQueries({ queryKey: ['orders'], predicate: (list) => !isLong(list) });
}

/** Stores an order after a manual refund, and refetches what depends on it. */
export function moneyGivenBack(order: Order): void {
  orderChanged(order);
  void queryClient.invalidateQueries({ queryKey: ['recorded refunds', order.orderNumber] });
  void queryClient.invalidateQueries({ queryKey: ['payments', 'owed'] });
  void queryClient.invalidateQueries({ queryKey: ['order documents', order.orderNumber] });
}

/** Refetches the balances after a booking. */
export function booksChanged(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(LedgerService.method.getTrialBalance) });
}

/** Refetches the rates and balances after a rate is set. Documents that waited for the rate are issued soon after. */
export function ratesChanged(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(TaxRateService.method.listTaxRates) });
  booksChanged();
}

/** Refetches the credits after one is resolved, and the payments of its order, if it has one. */
export function creditMatched(orderNumber: string | undefined): void {
  void queryClient.invalidateQueries({ queryKey: ['credits'] });
  if (!orderNumber) return;
  paymentsChanged(orderNumber);
  countsChanged();
}

/** Refetches the unconfirmed orders, their packs, and the packs that orders wait for. */
function heldChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['held'] });
  void queryClient.invalidateQueries({ queryKey: serviceKey(UnconfirmedOrderService) });
  void queryClient.invalidateQueries({ queryKey: serviceKey(OversoldPackService) });
}

/** Refetches the orders, the counts, and the stock of packs after an order is placed. */
export function orderPlaced(): void {
  const { listStockLevels } = InventoryService.method;
  for (const queryKey of [['orders'], todayQuery.queryKey, ['packs'], keyOf(listStockLevels)]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Refetches all stock data after a change. */
export function stockChanged(): void {
  void queryClient.invalidateQueries({ queryKey: serviceKey(InventoryService) });
  void queryClient.invalidateQueries({ queryKey: ['reserved packs'] });
  heldChanged();
  countsChanged();
}

const { listModeratedReviews } = ReviewModerationService.method;

/** Refetches the open list of reviews. */
export function reviewsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(listModeratedReviews) });
}

/** Updates a review in all cached lists. Lists that it no longer belongs to are only marked stale. */
export function reviewChanged(review: ReadReview): void {
  replaceReviews((reviews) => reviews.map((each) => (isSame(each, review) ? review : each)));
  void queryClient.invalidateQueries({ queryKey: keyOf(listModeratedReviews), refetchType: 'none' });
  countsChanged();
}

/** Removes a finished review from all lists at once, so that the next one follows. */
export function reviewDone(review: ReadReview): void {
  replaceReviews((reviews) => reviews.filter((each) => !isSame(each, review)));
  reviewChanged(review);
}

const isSame = (each: ModeratedReview, { review }: ReadReview) => each.review?.id === review.id;

function replaceReviews(change: (reviews: ModeratedReview[]) => ModeratedReview[]): void {
  queryClient.setQueriesData<InfiniteData<ListModeratedReviewsResponse>>(
    { queryKey: keyOf(listModeratedReviews) },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, reviews: change(page.reviews) })),
      },
  );
}

/** Refetches the tickets after a ticket was answered, noted, closed or reopened. */
export async function ticketChanged(messageId: string): Promise<void> {
  const { getTicket, listTickets } = TicketService.method;
  void queryClient.invalidateQueries({ queryKey: keyOf(listTickets) });
  countsChanged();
  await queryClient.invalidateQueries({ queryKey: keyOf(getTicket, { messageId }) });
}

/** Stores a product that a call returned, and refetches the lists and packs. */
export function productChanged(transport: Transport, product: Edited): void {
  const { getEditedProduct, listEditedProducts, listProductChanges } = ProductEditingService.method;
  const input = { productId: product.product.id };
  queryClient.setQueryData(
    createConnectQueryKey({ schema: getEditedProduct, transport, input, cardinality: 'finite' }),
    create(getEditedProduct.output, { product }),
  );
  const { listStockLevels } = InventoryService.method;
  for (const queryKey of [
    keyOf(listEditedProducts),
    keyOf(listProductChanges),
    keyOf(listStockLevels),
    ['packs'],
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Stores the shop's details that a call returned. Every page shows them at once. */
export function shopChanged(shop: Shop): void {
  const queryKey = keyOf(ShopService.method.getShop);
  queryClient.setQueriesData<GetShopResponse>({ queryKey }, (known) => known && { ...known, shop });
  void queryClient.invalidateQueries({ queryKey: keyOf(ShopEditingService.method.listShopChanges) });
}

/** Refetches the staff members and invitations. */
export function staffChanged(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(StaffService.method.listStaff) });
}

/** Forgets a shopper whose account is deleted, and refetches the lists. */
export function shopperDeleted(accountId: string): void {
  const { getShopper, searchShoppers } = ShopperService.method;
  queryClient.removeQueries({ queryKey: keyOf(getShopper, { accountId }) });
  void queryClient.invalidateQueries({ queryKey: keyOf(searchShoppers) });
}

/** Refetches everything after an import, except the session and the import itself. */
export function everythingChanged(): void {
  const kept = new Set<unknown>([meQuery.queryKey[0], 'import']);
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) });
}
