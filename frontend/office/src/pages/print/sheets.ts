import type { Order } from '../../api/types';
import type { ReservedByOrder } from '../../rules/packs';

/** The data of a sheet. */
export interface SheetsProps {
  orders: readonly Order[];
  /** The batches of the orders' packs. */
  reserved: ReservedByOrder;
}
