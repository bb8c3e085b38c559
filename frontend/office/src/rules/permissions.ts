import { StaffRole } from '#contract/shop/identity/v1/staff_pb.js';
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

/** The roles of the contract by their names in a session. */
export const ROLE_CODES: Readonly<Record<Role, StaffRole>> = {
  owner: StaffRole.OWNER,
  packer: StaffRole.PACKER,
  support: StaffRole.SUPPORT,
  accountant: StaffRole.ACCOUNTANT,
};

/** Returns the name of a role; undefined for one that only a newer release knows. */
export function roleNamed(code: StaffRole): Role | undefined {
  const names = Object.keys(ROLE_CODES) as Role[];
  return names.find((name) => ROLE_CODES[name] === code);
}

/** Returns the label and description of a role. */
export function roleWords(code: StaffRole): { label: string; does: string } {
  const name = roleNamed(code);
  return name ? ROLES[name] : { label: 'Unknown', does: '' };
}
