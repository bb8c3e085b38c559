import type { Order } from '../../api/types';
import type { ReservedByOrder } from '../../rules/packs';

/** What each kind of sheet is made of. */
export interface SheetsProps {
  orders: readonly Order[];
  /** From which batches their packs are taken. */
  reserved: ReservedByOrder;
}
