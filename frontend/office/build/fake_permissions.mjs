// The permissions of each role, the same as in the identity service (services/identity/src/staff/role.rs).
const READ = ['orders.read', 'orders.note', 'stock.read', 'products.read', 'names.read', 'shop.read'];
const SUPPORT = [
  ...READ,
  'orders.transition',
  'orders.place',
  'orders.correct',
  'reviews.moderate',
  'messages.answer',
  'shoppers.read',
  'shoppers.data',
];

export const PERMISSIONS = {
  owner: [
    ...SUPPORT,
    'orders.export',
    'payments.record',
    'payments.read',
    'payments.refund',
    'sales.read',
    'books.read',
    'books.write',
    'stock.write',
    'stock.recall',
    'products.write',
    'claims.accept',
    'pincodes.write',
    'shop.write',
    'shoppers.delete',
    'staff.manage',
    'log.read',
  ],
  packer: [...READ, 'orders.transition', 'stock.write'],
  support: SUPPORT,
  accountant: [
    ...READ,
    'orders.export',
    'sales.read',
    'books.read',
    'books.write',
    'payments.record',
    'payments.read',
    'payments.refund',
  ],
};
