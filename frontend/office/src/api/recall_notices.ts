// Calls for the mails to shoppers whose orders hold packs of a recalled batch.
import { sending } from 'shared/request/body';
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The state of a recall notice: to send, sent, to tell by phone, not possible, or not needed. */
export type RecallNoticeState = Schemas['RecallNoticeState'];

/** The recall notice of an order. It has the shopper's name and number only if staff have to call. */
export type RecallNotice = Schemas['RecallNotice'];

/** The recall notices of a batch. `reason` is the text of the staff member who recalled it. */
export type RecallNotices = Schemas['RecallNotices'];

/** Lists the shoppers who received packs of a recalled batch, and the state of their notices. */
export const listRecallNotices = (id: string): Promise<RecallNotices> =>
  request(filled('GET stock/batches/{id}/recall-notices', { path: { id } }), own);

/** Mails all shoppers who can be mailed and were not yet. A repeated call mails no shopper twice. */
export const sendRecallNotices = (id: string, reason: string): Promise<RecallNotices> =>
  request(filled('POST stock/batches/{id}/recall-notices', { path: { id } }), sending({ reason }));
