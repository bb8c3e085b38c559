// What the payment provider pays out to the shop's bank.
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Whether a settlement is made of payments and refunds that are known. */
export type SettlementState = Settlement['state'];

/** What the provider paid out, in rupees: `net` is `gross` less `refunded` and `fee`, and with `other`. */
export type Settlement = Schemas['Settlement'];

/** What the provider paid out, a page of it. */
export const listSettlements = (cursor: string): Promise<Schemas['SettlementPage']> =>
  request(filled('GET payments/settlements', { query: { cursor: cursor || undefined } }), own);
