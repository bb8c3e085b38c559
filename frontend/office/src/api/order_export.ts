import { readFile } from './file';

/** The days to export: dates, both included. */
export interface ExportDays {
  from: string;
  until: string;
}

/** Exports the orders of these days as CSV. */
export const exportOrders = (days: ExportDays): Promise<Blob> =>
  readFile(`orders/export.csv?${new URLSearchParams({ ...days })}`);
