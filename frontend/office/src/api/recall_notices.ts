// Mails to the shoppers whose orders hold packs of a recalled batch. As long as schema.gen.ts does not have the two calls, their types
// stand here: `RecallNotices` and `RecallNotice` are called so in the document, too.
import { sending } from 'shared/request/body';
import { filled, own, request } from './request';
import type { Batch } from './types';

/** Whether the shopper of an order was written to about a recall, and whether they can be. */
export type RecallNoticeState = 'to_write' | 'written' | 'to_call' | 'unreachable' | 'not_concerned';

/** How the shopper of an order hears of a recall. */
export interface RecallNotice {
  orderId: string;
  orderNumber?: string;
  quantity: number;
  state: RecallNoticeState;
  requestedAt?: string;
  requestedBy?: string;
  /** Who is to be called, and under which number; only where that has to be. */
  fullName?: string;
  mobileNumber?: string;
}

/** How the shoppers of a recalled batch hear of it; `reason` is what whoever recalled it wrote. */
export interface RecallNotices {
  batch: Batch;
  reason: string;
  notices: RecallNotice[];
}

const LIST = 'GET stock/batches/{id}/recall-notices' as 'POST stock/batches/{id}/recall';
const SEND = 'POST stock/batches/{id}/recall-notices' as 'POST stock/batches/{id}/recall';

/** Who holds packs of a recalled batch that have left the house, and who of them was written to. */
export const listRecallNotices = (id: string): Promise<RecallNotices> =>
  request(filled(LIST, { path: { id } }), own) as Promise<unknown> as Promise<RecallNotices>;

/** Has everybody written to who can be and was not yet; asked again, it writes to nobody a second time. */
export const sendRecallNotices = (id: string, reason: string): Promise<RecallNotices> =>
  request(filled(SEND, { path: { id } }), sending({ reason })) as Promise<unknown> as Promise<RecallNotices>;
