import type { Permission } from '../rules/permissions';
import type { IconName } from '../ui/Icon';

/** A page in the navigation. */
export interface Place {
  path: string;
  label: string;
  icon: IconName;
  permission?: Permission;
}

/** The pages of the navigation, the most used first. */
export const PLACES: readonly Place[] = [
  { path: '/', label: 'Today', icon: 'today' },
  { path: '/orders', label: 'Orders', icon: 'orders', permission: 'orders.read' },
  { path: '/pack', label: 'Pack', icon: 'pack', permission: 'orders.transition' },
  { path: '/stock', label: 'Stock', icon: 'stock', permission: 'stock.read' },
  { path: '/payments', label: 'Payments', icon: 'payments', permission: 'payments.read' },
  { path: '/cash', label: 'Cash', icon: 'cash', permission: 'payments.record' },
  { path: '/books', label: 'Books', icon: 'books', permission: 'books.read' },
  { path: '/returns', label: 'Returns', icon: 'returns', permission: 'stock.read' },
  { path: '/products', label: 'Products', icon: 'products', permission: 'products.read' },
  { path: '/reviews', label: 'Reviews', icon: 'reviews', permission: 'reviews.moderate' },
  { path: '/messages', label: 'Messages', icon: 'messages', permission: 'messages.answer' },
  { path: '/shoppers', label: 'Shoppers', icon: 'shoppers', permission: 'shoppers.read' },
  { path: '/imports', label: 'Import and export', icon: 'files' },
  { path: '/settings', label: 'Shop', icon: 'shop', permission: 'shop.write' },
  { path: '/staff', label: 'Staff', icon: 'staff', permission: 'staff.manage' },
  { path: '/log', label: 'Log', icon: 'log', permission: 'log.read' },
];
