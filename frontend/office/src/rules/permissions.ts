import type { Me, Role } from '../api/types';

/** A permission of a role. The services enforce permissions; the pages only hide what is not permitted. */
export type Permission =
  | 'orders.read'
  | 'orders.transition'
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

/** Returns true if the staff member has the permission. */
export function may(me: Pick<Me, 'permissions'> | null | undefined, permission: Permission): boolean {
  return me?.permissions.includes(permission) ?? false;
}

/** The labels and descriptions of the roles. */
export const ROLES: Readonly<Record<Role, { label: string; does: string }>> = {
  owner: { label: 'Owner', does: 'everything, also staff, recalls and the log' },
  packer: { label: 'Packer', does: 'packs and ships orders, and looks after stock' },
  support: {
    label: 'Support',
    does: 'changes and corrects orders, reads reviews, answers messages, finds shoppers',
  },
  accountant: {
    label: 'Accountant',
    does: 'sees orders, sales and stock, keeps the books and tax rates, exports orders and books, records payments and refunds',
  },
};
