import { readFile } from './file';

/** Of which days: dates, both included. */
export interface ExportDays {
  from: string;
  until: string;
}

/** The orders of some days as CSV. */
export const exportOrders = (days: ExportDays): Promise<Blob> =>
  readFile(`orders/export.csv?${new URLSearchParams({ ...days })}`);
