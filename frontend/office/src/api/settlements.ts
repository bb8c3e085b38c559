// What the payment provider pays out to the shop's bank, and what its lists are held against.
//
// Swap these types for those of `schema.gen.ts` once the document has them: they stand here only.
import { own, request } from './request';

/** What only a comparison with the provider's lists finds. */
export type ListFindingKind =
  | 'payment_unknown'
  | 'payment_differs'
  | 'payment_not_listed'
  | 'refund_unknown'
  | 'refund_differs'
  | 'refund_not_listed'
  | 'settlement_unmatched';

/** Whether a settlement is made of payments and refunds that are known. */
export type SettlementState = 'waiting' | 'matched' | 'unmatched' | 'failed';

/** What the provider paid out, in rupees: `net` is `gross` less `refunded` and `fee`, and with `other`. */
export interface Settlement {
  settlementId: string;
  provider: string;
  providerSettlementId: string;
  utr?: string;
  state: SettlementState;
  why?: string;
  payments: number;
  refunds: number;
  gross: number;
  refunded: number;
  fee: number;
  feeTax: number;
  other: number;
  net: number;
  settledOn: string;
}

/** Settlements, newest first; `next` asks for those after them. */
export interface SettlementPage {
  settlements: Settlement[];
  next?: string;
}

// The document does not have this call yet.
const asked = request as unknown as <Answer>(route: string, init: RequestInit) => Promise<Answer>;

/** What the provider paid out, a page of it. */
export const listSettlements = (cursor: string): Promise<SettlementPage> => {
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : '';
  return asked(`GET payments/settlements${query}`, own);
};
