import { createInfiniteQueryOptions, createQueryOptions } from '@connectrpc/connect-query';
import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { LedgerService } from '#contract/shop/billing/v1/ledger_pb.js';
import { TaxRateService } from '#contract/shop/billing/v1/tax_rates_pb.js';
import { ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { ShopEditingService } from '#contract/shop/catalog/v1/shop_pb.js';
import { TicketService } from '#contract/shop/contact/v1/tickets_pb.js';
import { ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { CashOnDeliveryService } from '#contract/shop/order/v1/cash_pb.js';
import { UnconfirmedOrderService } from '#contract/shop/order/v1/unconfirmed_orders_pb.js';
import { ReviewModerationService } from '#contract/shop/review/v1/moderation_pb.js';
import { paged } from './api/paged';
import {
  heldOrdersQuery,
  meQuery,
  orderQuery,
  paymentFindingsQuery,
  paymentsQuery,
  todayQuery,
  unmatchedCreditsQuery,
} from './api/queries';
import { queryClient } from './api/query_client';
import { transport } from './api/transport';
import { Frame } from './frame/Frame';
import { PageFailed } from './frame/PageFailed';
import { Starting } from './frame/Starting';
import { cashPlaceOf } from './rules/cash';
import { heldPackOf } from './rules/held';
import { FINDINGS_TAB, paymentTabOf } from './rules/online_payments';
import { may, type Permission } from './rules/permissions';
import { reviewTabOf } from './rules/reviews';
import { stockListOf, stockRequest } from './rules/stock';

type Load = () => Promise<{ default: ComponentType }>;
type Args = LoaderFunctionArgs;

/** A page of the frame. Its code and its data load in parallel. Without a permission, all signed-in staff may open it. */
function page(
  path: string,
  permission: Permission | undefined,
  load: Load,
  ask: (args: Args) => void = () => {},
): RouteObject {
  return {
    ...(path ? { path } : { index: true as const }),
    handle: { permission },
    lazy: { Component: async () => (await load()).default },
    loader: (args) => {
      void askSignedIn(permission, () => ask(args));
      return null;
    },
  };
}

/** Loads the data only if the staff member is signed in and has the permission. */
async function askSignedIn(permission: Permission | undefined, ask: () => void): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  if (me && (!permission || may(me, permission))) ask();
}

function searchOf({ request }: Args): URLSearchParams {
  return new URL(request.url).searchParams;
}

/** Returns all pages of the office, for one router. The routes cache the code that they loaded. */
export const officeRoutes = (): RouteObject[] => [
  {
    HydrateFallback: Starting,
    ErrorBoundary: PageFailed,
    children: [
      {
        path: 'sign-in',
        lazy: { Component: async () => (await import('./pages/sign_in/SignInPage')).default },
      },
      {
        path: 'forgot-password',
        lazy: { Component: async () => (await import('./pages/sign_in/ForgotPasswordPage')).default },
      },
      {
        path: 'invitation',
        lazy: { Component: async () => (await import('./pages/invitation/InvitationPage')).default },
      },
      {
        path: '/',
        Component: Frame,
        children: [
          {
            ErrorBoundary: PageFailed,
            children: [
              page(
                '',
                undefined,
                () => import('./pages/today/TodayPage'),
                () => {
                  void queryClient.prefetchQuery(todayQuery);
                },
              ),
              page('orders', 'orders.read', () => import('./pages/orders/OrdersPage')),
              page('orders/new', 'orders.place', () => import('./pages/new_order/NewOrderPage')),
              page('orders/print', 'orders.read', () => import('./pages/print/PrintPage')),
              page('pack', 'orders.transition', () => import('./pages/packing/PackingPage')),
              page('handover', 'orders.transition', () => import('./pages/handover/HandoverPage')),
              page(
                'orders/:number',
                'orders.read',
                () => import('./pages/order/OrderPage'),
                ({ params }) => {
                  void queryClient.prefetchQuery(orderQuery(params.number ?? ''));
                },
              ),
              page('products', 'products.read', () => import('./pages/products/ProductsPage')),
              page('products/new', 'products.write', () => import('./pages/product/NewProductPage')),
              page(
                'products/:id',
                'products.read',
                () => import('./pages/product/ProductPage'),
                ({ params }) => {
                  const { getEditedProduct } = ProductEditingService.method;
                  const input = { productId: params.id ?? '' };
                  void queryClient.prefetchQuery(createQueryOptions(getEditedProduct, input, { transport }));
                },
              ),
              page(
                'stock',
                'stock.read',
                () => import('./pages/stock/StockPage'),
                (args) => {
                  const search = searchOf(args);
                  const input = stockRequest(stockListOf(search.get('only')), search.get('text') ?? '');
                  const { listStockLevels } = InventoryService.method;
                  void queryClient.prefetchInfiniteQuery(
                    createInfiniteQueryOptions(listStockLevels, input, { ...paged, transport }),
                  );
                },
              ),
              page(
                'stock/held',
                'stock.read',
                () => import('./pages/held/HeldPage'),
                (args) => {
                  const search = searchOf(args);
                  if (search.get('tab') === 'waiting') return;
                  const { sumUnconfirmedPacks } = UnconfirmedOrderService.method;
                  void queryClient.prefetchQuery(createQueryOptions(sumUnconfirmedPacks, {}, { transport }));
                  void queryClient.prefetchInfiniteQuery(heldOrdersQuery(heldPackOf(search)));
                },
              ),
              page(
                'stock/:productId/:grams',
                'stock.read',
                () => import('./pages/stock/BatchesPage'),
                ({ params }) => {
                  const pack = { productId: params.productId ?? '', weightInGrams: Number(params.grams) };
                  const { listBatches } = InventoryService.method;
                  void queryClient.prefetchInfiniteQuery(
                    createInfiniteQueryOptions(listBatches, { pack, pageToken: '' }, { ...paged, transport }),
                  );
                },
              ),
              page(
                'payments',
                'payments.read',
                () => import('./pages/payments/PaymentsPage'),
                (args) => {
                  const tab = searchOf(args).get('tab');
                  if (tab === FINDINGS_TAB) void queryClient.prefetchQuery(paymentFindingsQuery);
                  else void queryClient.prefetchInfiniteQuery(paymentsQuery(paymentTabOf(tab).states));
                },
              ),
              page(
                'payments/credits',
                'payments.record',
                () => import('./pages/payments/CreditsPage'),
                () => {
                  void queryClient.prefetchInfiniteQuery(unmatchedCreditsQuery);
                },
              ),
              page(
                'cash',
                'payments.record',
                () => import('./pages/cash/CashPage'),
                () => {
                  const { sumCash } = CashOnDeliveryService.method;
                  void queryClient.prefetchQuery(createQueryOptions(sumCash, {}, { transport }));
                },
              ),
              page(
                'books',
                'books.read',
                () => import('./pages/books/BooksPage'),
                () => {
                  const { getTrialBalance } = LedgerService.method;
                  void queryClient.prefetchQuery(createQueryOptions(getTrialBalance, {}, { transport }));
                },
              ),
              page(
                'books/tax-rates',
                'books.read',
                () => import('./pages/books/TaxRatesPage'),
                () => {
                  const { listTaxRates } = TaxRateService.method;
                  void queryClient.prefetchQuery(createQueryOptions(listTaxRates, {}, { transport }));
                },
              ),
              page(
                'cash/orders',
                'payments.record',
                () => import('./pages/cash/CashOrdersPage'),
                (args) => {
                  const search = searchOf(args);
                  const { state } = cashPlaceOf(search.get('state'));
                  const carrier = search.get('carrier') ?? '';
                  const { listCash } = CashOnDeliveryService.method;
                  const input = { state, carrier, pageToken: '' };
                  void queryClient.prefetchInfiniteQuery(
                    createInfiniteQueryOptions(listCash, input, { ...paged, transport }),
                  );
                },
              ),
              page(
                'returns',
                'stock.read',
                () => import('./pages/returns/ReturnsPage'),
                () => {
                  const { listReturnedPacks } = InventoryService.method;
                  void queryClient.prefetchInfiniteQuery(
                    createInfiniteQueryOptions(listReturnedPacks, { pageToken: '' }, { ...paged, transport }),
                  );
                },
              ),
              page(
                'reviews',
                'reviews.moderate',
                () => import('./pages/reviews/ReviewsPage'),
                (args) => {
                  const { of } = reviewTabOf(searchOf(args).get('tab'));
                  const { listModeratedReviews } = ReviewModerationService.method;
                  const input = { ...of, pageToken: '' };
                  void queryClient.prefetchInfiniteQuery(
                    createInfiniteQueryOptions(listModeratedReviews, input, { ...paged, transport }),
                  );
                },
              ),
              page('messages', 'messages.answer', () => import('./pages/messages/MessagesPage')),
              page(
                'messages/:id',
                'messages.answer',
                () => import('./pages/ticket/TicketPage'),
                ({ params }) => {
                  const { getTicket } = TicketService.method;
                  const input = { messageId: params.id ?? '' };
                  void queryClient.prefetchQuery(createQueryOptions(getTicket, input, { transport }));
                },
              ),
              page('shoppers', 'shoppers.read', () => import('./pages/shoppers/ShoppersPage')),
              page(
                'shoppers/:id',
                'shoppers.read',
                () => import('./pages/shopper/ShopperPage'),
                ({ params }) => {
                  const { getShopper } = ShopperService.method;
                  const input = { accountId: params.id ?? '' };
                  void queryClient.prefetchQuery(createQueryOptions(getShopper, input, { transport }));
                },
              ),
              page('imports', undefined, () => import('./pages/imports/ImportsPage')),
              page(
                'settings',
                'shop.write',
                () => import('./pages/shop/ShopPage'),
                () => {
                  const { listShopChanges } = ShopEditingService.method;
                  void queryClient.prefetchQuery(createQueryOptions(listShopChanges, {}, { transport }));
                },
              ),
              page(
                'staff',
                'staff.manage',
                () => import('./pages/staff/StaffPage'),
                () => {
                  const { listStaff } = StaffService.method;
                  void queryClient.prefetchQuery(createQueryOptions(listStaff, {}, { transport }));
                },
              ),
              page('sign-in-settings', undefined, () => import('./pages/own_sign_in/OwnSignInPage')),
              page('log', 'log.read', () => import('./pages/log/LogPage')),
              page('*', undefined, () => import('./pages/not_found/NotFoundPage')),
            ],
          },
        ],
      },
    ],
  },
];
