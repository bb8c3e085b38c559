// The shop's books. As long as schema.gen.ts does not have `getTrialBalance`, its types stand here: `TrialBalance` and `AccountBalance`
// are called so in the document, too.
import { readFile } from './file';
import { own, request } from './request';

/** What stands on an account, in rupees. */
export interface AccountBalance {
  account: string;
  debit: number;
  credit: number;
}

/** What stands where. If it is not balanced, the books are wrong. */
export interface TrialBalance {
  accounts: AccountBalance[];
  isBalanced: boolean;
}

/** A file that an accountant takes out of the books. */
export type BookKind = 'day-book' | 'sales-register' | 'hsn-summary' | 'b2c-large' | 'b2c-small';

const GET = 'GET books' as 'GET cash';

/** What stands on each account today. */
export const getTrialBalance = (): Promise<TrialBalance> =>
  request(GET, own) as Promise<unknown> as Promise<TrialBalance>;

/** A file of a month such as 2026-11, as CSV. */
export const exportBook = (kind: BookKind, month: string): Promise<Blob> =>
  readFile(`books/${kind}.csv?${new URLSearchParams({ month })}`);
