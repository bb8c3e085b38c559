/** Texts that only the drawer of phones says. */
export const drawerWords = {
  orders: 'My orders',
};
