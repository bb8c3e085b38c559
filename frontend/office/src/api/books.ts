// The files of the shop's books.
import { readFile } from './file';

/** A file that an accountant downloads from the books. */
export type BookKind = 'day-book' | 'sales-register' | 'hsn-summary' | 'b2c-large' | 'b2c-small';

/** Reads a file of a month such as 2026-11, as CSV. */
export const exportBook = (kind: BookKind, month: string): Promise<Blob> =>
  readFile(`books/${kind}.csv?${new URLSearchParams({ month })}`);
