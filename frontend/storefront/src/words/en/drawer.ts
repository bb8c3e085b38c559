/** Texts that only the drawer of phones says. */
export const drawerWords = {
  shopAll: 'Shop all',
  blog: 'Blog',
  track: 'Track your order',
  orders: 'My orders',
};
