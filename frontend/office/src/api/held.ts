// Packs that others cannot buy: held by orders that nobody confirmed, or sold and not there. As long as schema.gen.ts does not have the
// three calls, their types stand here: they are called so in the document, too.
import { filled, own, request } from './request';
import type { Order } from './types';

/** Packs of one sort that unconfirmed orders hold. */
export interface HeldPack {
  productId: string;
  productName: string;
  weightInGrams: number;
  packs: number;
  orders: number;
  oldestPlacedAt: string;
}

/** An order that nobody has confirmed; it ends by itself where the shop lets orders end. */
export interface HeldOrder {
  order: Order;
  endsAt?: string;
}

/** Orders that nobody has confirmed; `next` asks for those after them. */
export interface HeldOrdersPage {
  orders: HeldOrder[];
  next?: string;
}

/** Packs that an order waits for. */
export interface OversoldPack {
  orderId: string;
  orderNumber?: string;
  productId: string;
  productName: string;
  weightInGrams: number;
  quantity: number;
  noticedAt: string;
}

/** Packs that orders wait for; `next` asks for those after them. */
export interface OversoldPage {
  packs: OversoldPack[];
  next?: string;
}

/** A sort of packs. */
export interface PackOf {
  productId: string;
  weightInGrams: number;
}

const PACKS = 'GET stock/held/packs' as 'GET cash/orders';
const ORDERS = 'GET stock/held/orders' as 'GET cash/orders';
const OVERSOLD = 'GET stock/oversold' as 'GET cash/orders';

const asked = <Told>(route: 'GET cash/orders', query: object): Promise<Told> =>
  request(
    filled(route, { query: query as { state: 'collected' } }),
    own,
  ) as Promise<unknown> as Promise<Told>;

/** The packs that unconfirmed orders hold, those of which they hold most first. */
export const listHeldPacks = (): Promise<{ packs: HeldPack[] }> => asked(PACKS, {});

/** The orders that nobody has confirmed, those that wait longest first; without a pack all of them. */
export const listHeldOrders = (pack: PackOf | undefined, cursor: string): Promise<HeldOrdersPage> =>
  asked(ORDERS, { ...pack, cursor });

/** The packs that orders wait for, those that are waited for longest first. */
export const listOversold = (cursor: string): Promise<OversoldPage> => asked(OVERSOLD, { cursor });
