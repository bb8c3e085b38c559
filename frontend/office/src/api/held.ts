// Calls for unconfirmed orders.
import type { Pack } from '#contract/shop/inventory/v1/inventory_pb.js';
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** An unconfirmed order. It expires at `endsAt`, if the shop lets unconfirmed orders expire. */
export type HeldOrder = Schemas['HeldOrder'];

/** A page of unconfirmed orders; `next` is the cursor of the next page. */
export type HeldOrdersPage = Schemas['HeldOrdersPage'];

/** A product and a pack size. */
export type PackOf = Pick<Pack, 'productId' | 'weightInGrams'>;

/** Lists unconfirmed orders, the longest waiting first; all of them if `pack` is undefined. */
export const listHeldOrders = (pack: PackOf | undefined, cursor: string): Promise<HeldOrdersPage> =>
  request(filled('GET stock/held/orders', { query: { ...pack, cursor } }), own);
