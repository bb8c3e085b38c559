/** The pages a shopper can open, as the router and the server know them. `/404` is not one: it is what the rest shows. */
export const patterns = {
  home: '/',
  product: '/product/:id',
  cart: '/cart',
  checkout: '/checkout',
  greeting: '/greeting',
} as const;

/** Where links go. Every link of the shop is made here. */
export const paths = {
  home: patterns.home,
  product: (id: string) => `/product/${encodeURIComponent(id)}`,
  cart: patterns.cart,
  checkout: patterns.checkout,
  greeting: patterns.greeting,
  notFound: '/404',
} as const;
