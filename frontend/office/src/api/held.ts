// Calls for packs that are not available: reserved by unconfirmed orders, or oversold.
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Packs of one kind that unconfirmed orders reserve. */
export type HeldPack = Schemas['HeldPack'];

/** An unconfirmed order. It expires at `endsAt`, if the shop lets unconfirmed orders expire. */
export type HeldOrder = Schemas['HeldOrder'];

/** A page of unconfirmed orders; `next` is the cursor of the next page. */
export type HeldOrdersPage = Schemas['HeldOrdersPage'];

/** Packs that an order waits for. */
export type OversoldPack = Schemas['OversoldPack'];

/** A page of oversold packs; `next` is the cursor of the next page. */
export type OversoldPage = Schemas['OversoldPage'];

/** A product and a pack size. */
export type PackOf = Pick<HeldPack, 'productId' | 'weightInGrams'>;

/** Lists the packs that unconfirmed orders reserve, the largest number first. */
export const listHeldPacks = (): Promise<Schemas['HeldPacks']> => request('GET stock/held/packs', own);

/** Lists unconfirmed orders, the longest waiting first; all of them if `pack` is undefined. */
export const listHeldOrders = (pack: PackOf | undefined, cursor: string): Promise<HeldOrdersPage> =>
  request(filled('GET stock/held/orders', { query: { ...pack, cursor } }), own);

/** Lists the packs that orders wait for, the longest waiting first. */
export const listOversold = (cursor: string): Promise<OversoldPage> =>
  request(filled('GET stock/oversold', { query: { cursor } }), own);
