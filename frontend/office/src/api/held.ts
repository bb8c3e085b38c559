// Packs that others cannot buy: held by orders that nobody confirmed, or sold and not there.
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Packs of one sort that unconfirmed orders hold. */
export type HeldPack = Schemas['HeldPack'];

/** An order that nobody has confirmed; it ends by itself where the shop lets orders end. */
export type HeldOrder = Schemas['HeldOrder'];

/** Orders that nobody has confirmed; `next` asks for those after them. */
export type HeldOrdersPage = Schemas['HeldOrdersPage'];

/** Packs that an order waits for. */
export type OversoldPack = Schemas['OversoldPack'];

/** Packs that orders wait for; `next` asks for those after them. */
export type OversoldPage = Schemas['OversoldPage'];

/** A sort of packs. */
export type PackOf = Pick<HeldPack, 'productId' | 'weightInGrams'>;

/** The packs that unconfirmed orders hold, those of which they hold most first. */
export const listHeldPacks = (): Promise<Schemas['HeldPacks']> => request('GET stock/held/packs', own);

/** The orders that nobody has confirmed, those that wait longest first; without a pack all of them. */
export const listHeldOrders = (pack: PackOf | undefined, cursor: string): Promise<HeldOrdersPage> =>
  request(filled('GET stock/held/orders', { query: { ...pack, cursor } }), own);

/** The packs that orders wait for, those that are waited for longest first. */
export const listOversold = (cursor: string): Promise<OversoldPage> =>
  request(filled('GET stock/oversold', { query: { cursor } }), own);
