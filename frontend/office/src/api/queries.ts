import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import * as calls from './calls';
import { isSignedOut } from './errors';
import { listHeldOrders, type PackOf } from './held';
import { readImport } from './imports';
import {
  listOrderDocuments,
  listOrderPayments,
  listPaymentFindings,
  listPayments,
  listUnmatchedCredits,
  type PaymentState,
} from './payments';
import { listReservedPacks, listSaleDocuments } from './packing';
import { listOwedMoney, listRecordedRefunds } from './money_by_hand';
import { readNewPhone, readOwnSignIn } from './own_sign_in';
import { listRecallNotices } from './recall_notices';
import { listSettlements } from './settlements';
import type { ImportKind } from '../rules/imports';
import type { OrderState } from './types';

/** Builds a paged query. Each page is requested with the `next` cursor of the page before it. */
const paged = <Page extends { next?: string }>(queryKey: QueryKey, ask: (cursor: string) => Promise<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });

/** The sign-in settings of the signed-in staff member. */
export const ownSignInQuery = queryOptions({ queryKey: ['own sign-in'], queryFn: readOwnSignIn });

/** The authenticator key for a new phone. It stays the same while the staff member scans it. */
export const newPhoneQuery = queryOptions({
  queryKey: ['new phone'],
  queryFn: readNewPhone,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The signed-in staff member, or `null` if the session has ended. `null` is a valid result, not an error. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () =>
    calls.readMe().catch((error: unknown) => {
      if (isSignedOut(error)) return null;
      throw error;
    }),
  staleTime: 60_000,
});

/** Today's counts and sales. */
export const todayQuery = queryOptions({ queryKey: ['today'], queryFn: calls.readToday });

/** Pages of orders by a search text and statuses. */
export const ordersQuery = (text: string, status: OrderState[]) =>
  paged(['orders', { text, status }], (cursor) => calls.listOrders({ text, status, cursor }));

/** The orders with these numbers, such as those of a packing round. */
export const orderRoundQuery = (numbers: readonly string[]) =>
  queryOptions({
    queryKey: ['orders', { numbers }],
    queryFn: () => calls.readOrders(numbers),
    enabled: numbers.length > 0,
  });

/** Reserved packs by order id. */
export const reservedPacksQuery = (orderIds: readonly string[]) =>
  queryOptions({
    queryKey: ['reserved packs', orderIds],
    queryFn: () => listReservedPacks(orderIds),
    enabled: orderIds.length > 0,
  });

/** Invoices by order id. */
export const saleDocumentsQuery = (orderIds: readonly string[]) =>
  queryOptions({
    queryKey: ['sale documents', orderIds],
    queryFn: () => listSaleDocuments(orderIds),
    enabled: orderIds.length > 0,
  });

/** An order. */
export const orderQuery = (number: string) =>
  queryOptions({ queryKey: ['order', number], queryFn: () => calls.readOrder(number) });

/** The shoppers who received packs of a recalled batch. */
export const recallNoticesQuery = (batchId: string) =>
  queryOptions({ queryKey: ['recall notices', batchId], queryFn: () => listRecallNotices(batchId) });

/** Pages of unconfirmed orders. */
export const heldOrdersQuery = (pack: PackOf | undefined) =>
  paged(['held', 'orders', pack], (cursor) => listHeldOrders(pack, cursor));

/** Pages of the audit log. */
export const logQuery = (staffId: string, subject: string) =>
  paged(['log', { staffId, subject }], (cursor) => calls.listLog({ staffId, subject, cursor }));

/** The notes on an order. */
export const orderNotesQuery = (number: string) =>
  queryOptions({ queryKey: ['order notes', number], queryFn: () => calls.listOrderNotes(number) });

/** The manual refunds of an order. */
export const recordedRefundsQuery = (number: string) =>
  queryOptions({ queryKey: ['recorded refunds', number], queryFn: () => listRecordedRefunds(number) });

/** Pages of payments in some states. */
export const paymentsQuery = (states: readonly PaymentState[]) =>
  paged(['payments', states], (cursor) => listPayments(states, cursor));

/** Payment issues that need a staff member. The key starts with `payments`, so that a changed payment refetches them, too. */
export const paymentFindingsQuery = queryOptions({
  queryKey: ['payments', 'findings'],
  queryFn: listPaymentFindings,
});

/** Pages of the payment provider's payouts. */
export const settlementsQuery = paged(['settlements'], listSettlements);

/** Orders with refunds due. */
export const owedMoneyQuery = queryOptions({ queryKey: ['payments', 'owed'], queryFn: listOwedMoney });

/** The payments of an order, with unpaid attempts and refunds. */
export const orderPaymentsQuery = (number: string) =>
  queryOptions({ queryKey: ['order payments', number], queryFn: () => listOrderPayments(number) });

/** The documents of an order. */
export const orderDocumentsQuery = (number: string) =>
  queryOptions({ queryKey: ['order documents', number], queryFn: () => listOrderDocuments(number) });

/** Pages of bank credits without a matching order. */
export const unmatchedCreditsQuery = paged(['credits'], listUnmatchedCredits);

/** All packs that are on sale today. */
export const packsQuery = queryOptions({ queryKey: ['packs'], queryFn: calls.listPacks });

/** The delivery date and fee for a pincode. */
export const deliveryQuery = (pincode: string, goods: number) =>
  queryOptions({
    queryKey: ['delivery', pincode, goods],
    queryFn: () => calls.quoteDelivery(pincode, goods),
    staleTime: 60_000,
    // Keeps the previous quote of the same pincode, with its district, while the quote for another price loads.
    placeholderData: (before, last) => (last?.queryKey[1] === pincode ? before : undefined),
  });

/** The polling interval of a running import, in milliseconds. */
const WATCH_EVERY = 1_000;

/** The progress of an import, polled until it is finished. */
export const importQuery = (kind: ImportKind, id: string) =>
  queryOptions({
    queryKey: ['import', kind, id],
    queryFn: () => readImport(kind, id),
    refetchInterval: ({ state: { data } }) => data?.state === 'running' && WATCH_EVERY,
  });
