// Calls for the shop's books.
import { readFile } from './file';
import { own, request } from './request';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The balance of an account, in rupees. */
export type AccountBalance = Schemas['AccountBalance'];

/** The balances of all accounts. If they do not add up to zero, the books are wrong. */
export type TrialBalance = Schemas['TrialBalance'];

/** A file that an accountant downloads from the books. */
export type BookKind = 'day-book' | 'sales-register' | 'hsn-summary' | 'b2c-large' | 'b2c-small';

/** Reads the balance of each account as of today. */
export const getTrialBalance = (): Promise<TrialBalance> => request('GET books', own);

/** Reads a file of a month such as 2026-11, as CSV. */
export const exportBook = (kind: BookKind, month: string): Promise<Blob> =>
  readFile(`books/${kind}.csv?${new URLSearchParams({ month })}`);
