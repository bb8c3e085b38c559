// Mails to the shoppers whose orders hold packs of a recalled batch.
import { sending } from 'shared/request/body';
import { filled, own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Whether the shopper of an order was written to about a recall, and whether they can be. */
export type RecallNoticeState = Schemas['RecallNoticeState'];

/** How the shopper of an order hears of a recall; the name and the number of who is to be called only where that has to be. */
export type RecallNotice = Schemas['RecallNotice'];

/** How the shoppers of a recalled batch hear of it; `reason` is what whoever recalled it wrote. */
export type RecallNotices = Schemas['RecallNotices'];

/** Who holds packs of a recalled batch that have left the house, and who of them was written to. */
export const listRecallNotices = (id: string): Promise<RecallNotices> =>
  request(filled('GET stock/batches/{id}/recall-notices', { path: { id } }), own);

/** Has everybody written to who can be and was not yet; asked again, it writes to nobody a second time. */
export const sendRecallNotices = (id: string, reason: string): Promise<RecallNotices> =>
  request(filled('POST stock/batches/{id}/recall-notices', { path: { id } }), sending({ reason }));
