/** Texts of the phones' drawer alone. */
export const drawerWords = {
  shopAll: 'Shop all',
  blog: 'Blog',
  track: 'Track your order',
  orders: 'My orders',
};
