// Calls for the cash that carriers collect.
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The place of an order's cash. */
export type CashState = 'to_collect' | 'collected' | 'remitted';

/** An amount of cash in rupees, and its number of orders. */
export type CashSum = Schemas['CashSum'];

/** The cash of a carrier, named as on its shipments. Orders that were paid before shipment have no carrier. */
export type CarrierCash = Schemas['CarrierCash'];

/** The cash of all carriers. `remittedSince` is the first day whose remittances count. */
export type CashOfCarriers = Schemas['CashOfCarriers'];

/** A COD order; the amount is in rupees. */
export type CashOrder = Schemas['CashOrder'];

/** A page of COD orders; `next` is the cursor of the next page. */
export type CashPage = Schemas['CashPage'];

/** A filter for cash: its place, and a carrier. An empty carrier means all carriers. */
export interface CashQuery {
  state: CashState;
  carrier: string;
}

/** Reads the cash of every carrier. */
export const sumCash = (): Promise<CashOfCarriers> => request('GET cash', own);

/** Lists the orders behind a sum. */
export const listCash = (query: CashQuery, cursor: string): Promise<CashPage> =>
  request(filled('GET cash/orders', { query: { ...query, cursor } }), own);
