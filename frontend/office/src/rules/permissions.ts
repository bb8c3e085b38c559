import type { Me, Role } from '../api/types';

/** What a role may permit; the services decide, the pages only leave out what they would refuse. */
export type Permission =
  | 'orders.read'
  | 'orders.move'
  | 'orders.note'
  | 'orders.correct'
  | 'orders.export'
  | 'payments.record'
  | 'payments.read'
  | 'payments.refund'
  | 'sales.read'
  | 'books.read'
  | 'books.write'
  | 'stock.read'
  | 'stock.write'
  | 'stock.recall'
  | 'orders.place'
  | 'products.read'
  | 'products.write'
  | 'claims.accept'
  | 'pincodes.write'
  | 'shop.write'
  | 'reviews.moderate'
  | 'messages.answer'
  | 'shoppers.read'
  | 'shoppers.data'
  | 'shoppers.delete'
  | 'staff.manage'
  | 'log.read';

/** Whether somebody may do something. */
export function may(me: Pick<Me, 'permissions'> | null | undefined, permission: Permission): boolean {
  return me?.permissions.includes(permission) ?? false;
}

/** The roles, what they are called and what they are for. */
export const ROLES: Readonly<Record<Role, { label: string; does: string }>> = {
  owner: { label: 'Owner', does: 'everything, also staff, recalls and the log' },
  packer: { label: 'Packer', does: 'moves orders and looks after stock' },
  support: {
    label: 'Support',
    does: 'moves and corrects orders, reads reviews, answers messages, finds shoppers',
  },
  accountant: {
    label: 'Accountant',
    does: 'sees orders, sales and stock, keeps the books and tax rates, exports orders and books, records payments and sends money back',
  },
};
