// Calls for the payment provider's payouts to the shop's bank account.
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The state of a payout: whether it matches known payments and refunds. */
export type SettlementState = Settlement['state'];

/** A payout of the provider, in rupees: `net` is `gross` less `refunded` and `fee`, plus `other`. */
export type Settlement = Schemas['Settlement'];

/** Lists a page of payouts. */
export const listSettlements = (cursor: string): Promise<Schemas['SettlementPage']> =>
  request(filled('GET payments/settlements', { query: { cursor: cursor || undefined } }), own);
