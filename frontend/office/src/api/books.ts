// The shop's books.
import { readFile } from './file';
import { own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** What stands on an account, in rupees. */
export type AccountBalance = Schemas['AccountBalance'];

/** What stands where. If it is not balanced, the books are wrong. */
export type TrialBalance = Schemas['TrialBalance'];

/** A file that an accountant takes out of the books. */
export type BookKind = 'day-book' | 'sales-register' | 'hsn-summary' | 'b2c-large' | 'b2c-small';

/** What stands on each account today. */
export const getTrialBalance = (): Promise<TrialBalance> => request('GET books', own);

/** A file of a month such as 2026-11, as CSV. */
export const exportBook = (kind: BookKind, month: string): Promise<Blob> =>
  readFile(`books/${kind}.csv?${new URLSearchParams({ month })}`);
