// Cash that carriers collect.
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Where the cash of an order is. */
export type CashState = 'to_collect' | 'collected' | 'remitted';

/** An amount of cash in rupees, and of how many orders. */
export type CashSum = Schemas['CashSum'];

/** The cash of a carrier, by its name on the parcels; orders that were paid before they were shipped have none. */
export type CarrierCash = Schemas['CarrierCash'];

/** Where the cash is; `remittedSince` is the first of the days whose remittances count. */
export type CashOfCarriers = Schemas['CashOfCarriers'];

/** An order that is paid in cash at the door; the amount is in rupees. */
export type CashOrder = Schemas['CashOrder'];

/** Orders whose cash is somewhere; `next` asks for those after them. */
export type CashPage = Schemas['CashPage'];

/** What of the cash of a carrier, or of every carrier, is listed. */
export interface CashQuery {
  state: CashState;
  carrier: string;
}

/** Where the cash of every carrier is. */
export const sumCash = (): Promise<CashOfCarriers> => request('GET cash', own);

/** The orders behind a sum. */
export const listCash = (query: CashQuery, cursor: string): Promise<CashPage> =>
  request(filled('GET cash/orders', { query: { ...query, cursor } }), own);
