import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { getTrialBalance } from './books';
import { type CashQuery, listCash, sumCash } from './cash';
import * as calls from './calls';
import { isSignedOut } from './errors';
import { listHeldOrders, listHeldPacks, listOversold, type PackOf } from './held';
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
import { listOwedMoney, listRecordedRefunds, listTaxRates } from './money_by_hand';
import { readNewPhone, readOwnSignIn } from './own_sign_in';
import { listRecallNotices } from './recall_notices';
import { listSettlements } from './settlements';
import { listShopChanges, readShop } from './shop';
import type { ImportKind } from '../rules/imports';
import type { OrderState, ProductContent, ProductState, StockFilter, TicketState } from './types';

/** Pages of a list, each asked for by the `next` of the one before. */
const paged = <Page extends { next?: string }>(queryKey: QueryKey, ask: (cursor: string) => Promise<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  });

/** How whoever is signed in signs in. */
export const ownSignInQuery = queryOptions({ queryKey: ['own sign-in'], queryFn: readOwnSignIn });

/** The key for a new phone: it stays the same while somebody scans it. */
export const newPhoneQuery = queryOptions({
  queryKey: ['new phone'],
  queryFn: readNewPhone,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

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
  paged(['orders', { text, status }], (cursor) => calls.listOrders({ text, status, cursor }));

/** The orders with these numbers, such as those of a round. */
export const orderRoundQuery = (numbers: readonly string[]) =>
  queryOptions({
    queryKey: ['orders', { numbers }],
    queryFn: () => calls.readOrders(numbers),
    enabled: numbers.length > 0,
  });

/** The reserved packs of orders, by the ids of these. */
export const reservedPacksQuery = (orderIds: readonly string[]) =>
  queryOptions({
    queryKey: ['reserved packs', orderIds],
    queryFn: () => listReservedPacks(orderIds),
    enabled: orderIds.length > 0,
  });

/** The invoices of orders, by the ids of these. */
export const saleDocumentsQuery = (orderIds: readonly string[]) =>
  queryOptions({
    queryKey: ['sale documents', orderIds],
    queryFn: () => listSaleDocuments(orderIds),
    enabled: orderIds.length > 0,
  });

/** An order. */
export const orderQuery = (number: string) =>
  queryOptions({ queryKey: ['order', number], queryFn: () => calls.readOrder(number) });

/** How packs stand by a text and in a list, page after page. */
export const stockQuery = (only: StockFilter | undefined, text: string) =>
  paged(['stock', { only, text }], (cursor) => calls.listStock({ only, text, cursor }));

/** How one pack stands. */
export const packStockQuery = (productId: string, weightInGrams: number) =>
  queryOptions({
    queryKey: ['stock', productId],
    queryFn: () => calls.listStock({ productId }),
    select: ({ levels }) => levels.find((level) => level.weightInGrams === weightInGrams),
  });

/** The batches of a pack. */
export const batchesQuery = (productId: string, weightInGrams: number) =>
  queryOptions({
    queryKey: ['batches', productId, weightInGrams],
    queryFn: () => calls.listBatches(productId, weightInGrams),
  });

/** Who holds packs of a recalled batch that have left the house. */
export const recallNoticesQuery = (batchId: string) =>
  queryOptions({ queryKey: ['recall notices', batchId], queryFn: () => listRecallNotices(batchId) });

/** Which packs unconfirmed orders hold. */
export const heldPacksQuery = queryOptions({ queryKey: ['held', 'packs'], queryFn: listHeldPacks });

/** Orders that nobody has confirmed, page after page. */
export const heldOrdersQuery = (pack: PackOf | undefined) =>
  paged(['held', 'orders', pack], (cursor) => listHeldOrders(pack, cursor));

/** Packs that orders wait for, page after page. */
export const oversoldQuery = paged(['held', 'oversold'], listOversold);

/** Packs that came back and that nobody has looked at. */
export const returnsQuery = queryOptions({ queryKey: ['returns'], queryFn: calls.listReturns });

/** Everybody of the staff. */
export const staffQuery = queryOptions({ queryKey: ['staff'], queryFn: calls.listStaff });

/** Who asked for what, page after page. */
export const logQuery = (staffId: string, subject: string) =>
  paged(['log', { staffId, subject }], (cursor) => calls.listLog({ staffId, subject, cursor }));

/** Reviews in a state, page after page. */
export const reviewsQuery = (of: Pick<calls.ReviewQuery, 'state' | 'flagged'>) =>
  paged(['reviews', of], (cursor) => calls.listReviews({ ...of, cursor }));

/** Tickets by a text and in a state, page after page. */
export const ticketsQuery = (state: TicketState | undefined, text: string) =>
  paged(['tickets', { state, text }], (cursor) => calls.listTickets({ state, text, cursor }));

/** A ticket with its thread. */
export const ticketQuery = (id: string) =>
  queryOptions({ queryKey: ['ticket', id], queryFn: () => calls.readTicket(id) });

/** Shoppers by a text, page after page. */
export const shoppersQuery = (text: string) =>
  paged(['shoppers', { text }], (cursor) => calls.listShoppers({ text, cursor }));

/** A shopper with their addresses. */
export const shopperQuery = (id: string) =>
  queryOptions({ queryKey: ['shopper', id], queryFn: () => calls.readShopper(id) });

/** The notes on an order. */
export const orderNotesQuery = (number: string) =>
  queryOptions({ queryKey: ['order notes', number], queryFn: () => calls.listOrderNotes(number) });

/** What colleagues are called: they change rarely. */
export const staffNamesQuery = queryOptions({
  queryKey: ['staff names'],
  queryFn: calls.listStaffNames,
  staleTime: 300_000,
});

/** Products in a state and by a part of a name, page after page. */
export const productsQuery = (state: ProductState | undefined, text: string) =>
  paged(['products', { state, text }], (cursor) =>
    calls.listProducts({ ...(state && { state }), text, cursor }),
  );

/** A product in whatever state. */
export const productQuery = (id: string) =>
  queryOptions({ queryKey: ['product', id], queryFn: () => calls.readProduct(id) });

/** What in a product's texts may be a forbidden claim; it was found for these texts for good. */
export const claimsQuery = (content: ProductContent) =>
  queryOptions({
    queryKey: ['claims', content],
    queryFn: () => calls.checkClaims(content),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });

/** Who changed a product, page after page. */
export const productChangesQuery = (id: string) =>
  paged(['product changes', id], (cursor) => calls.listProductChanges(id, cursor));

/** What the shop says of itself: it changes rarely. */
export const shopQuery = queryOptions({ queryKey: ['shop'], queryFn: readShop, staleTime: 300_000 });

/** Who changed what of the shop. */
export const shopChangesQuery = queryOptions({ queryKey: ['shop changes'], queryFn: listShopChanges });

/** Where the cash of every carrier is. */
export const cashQuery = queryOptions({ queryKey: ['cash'], queryFn: sumCash });

/** What stands on each account of the books. */
export const trialBalanceQuery = queryOptions({ queryKey: ['books'], queryFn: getTrialBalance });

/** At which rate goods are taxed. */
export const taxRatesQuery = queryOptions({ queryKey: ['tax rates'], queryFn: listTaxRates });

/** What was given back by hand of an order's money. */
export const recordedRefundsQuery = (number: string) =>
  queryOptions({ queryKey: ['recorded refunds', number], queryFn: () => listRecordedRefunds(number) });

/** The orders behind a sum of cash, page after page. */
export const cashOrdersQuery = (of: CashQuery) => paged(['cash', of], (cursor) => listCash(of, cursor));

/** Payments in some states, page after page. */
export const paymentsQuery = (states: readonly PaymentState[]) =>
  paged(['payments', states], (cursor) => listPayments(states, cursor));

/** What of payments somebody has to look at; a change of payments asks for it anew, too. */
export const paymentFindingsQuery = queryOptions({
  queryKey: ['payments', 'findings'],
  queryFn: listPaymentFindings,
});

/** What the payment provider paid out, page after page. */
export const settlementsQuery = paged(['settlements'], listSettlements);

/** Orders whose money people have to give back. */
export const owedMoneyQuery = queryOptions({ queryKey: ['payments', 'owed'], queryFn: listOwedMoney });

/** All that was asked, tried, paid and sent back for an order. */
export const orderPaymentsQuery = (number: string) =>
  queryOptions({ queryKey: ['order payments', number], queryFn: () => listOrderPayments(number) });

/** What was issued for an order. */
export const orderDocumentsQuery = (number: string) =>
  queryOptions({ queryKey: ['order documents', number], queryFn: () => listOrderDocuments(number) });

/** Credits that no order was found for, page after page. */
export const unmatchedCreditsQuery = paged(['credits'], listUnmatchedCredits);

/** Every pack that is on sale today. */
export const packsQuery = queryOptions({ queryKey: ['packs'], queryFn: calls.listPacks });

/** When a parcel comes to a pincode, and what that costs. */
export const deliveryQuery = (pincode: string, goods: number) =>
  queryOptions({
    queryKey: ['delivery', pincode, goods],
    queryFn: () => calls.quoteDelivery(pincode, goods),
    staleTime: 60_000,
    // The district of a pincode stays while its price for other goods is asked; that of another pincode does not.
    placeholderData: (before, last) => (last?.queryKey[1] === pincode ? before : undefined),
  });

/** How often a file that is being read is asked about, in milliseconds. */
const WATCH_EVERY = 1_000;

/** How far an import is, asked again until it is through. */
export const importQuery = (kind: ImportKind, id: string) =>
  queryOptions({
    queryKey: ['import', kind, id],
    queryFn: () => readImport(kind, id),
    refetchInterval: ({ state: { data } }) => data?.state === 'running' && WATCH_EVERY,
  });
