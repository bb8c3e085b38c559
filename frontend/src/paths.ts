/** The pages a shopper can open, as the router and the server know them. `/404` is not one: it is what the rest shows. */
export const patterns = {
  home: '/',
  product: '/product/:id',
  cart: '/cart',
  checkout: '/checkout',
  greeting: '/greeting',
  login: '/login',
  signUp: '/signUp',
  forgotPassword: '/forgotpassword',
  verifyCode: '/forgotpassword1',
  resetPassword: '/forgotpassword2',
  reviewForm: '/reviewForm',
  testimonials: '/Testimonial',
  contact: '/contact',
  shop: '/shop',
  faq: '/faq',
  about: '/aboutUs',
  privacy: '/privacy',
  returnPolicy: '/returnpolicy',
  terms: '/terms',
  shipping: '/shipping',
  blog: '/blog',
  article: '/blog/:id',
} as const;

/** Pages that have something to show before the product list and the reviews are there; the build draws them ahead. */
export const openPages: readonly (keyof typeof patterns)[] = [
  'home',
  'shop',
  'faq',
  'about',
  'privacy',
  'returnPolicy',
  'terms',
  'shipping',
  'blog',
  'article',
  'testimonials',
  'product',
];

/** Where links go. Every link of the shop is made here. */
export const paths = {
  home: patterns.home,
  product: (id: string) => `/product/${encodeURIComponent(id)}`,
  cart: patterns.cart,
  checkout: patterns.checkout,
  greeting: patterns.greeting,
  login: patterns.login,
  signUp: patterns.signUp,
  forgotPassword: patterns.forgotPassword,
  verifyCode: patterns.verifyCode,
  resetPassword: patterns.resetPassword,
  reviewForm: patterns.reviewForm,
  reviewOf: (productName: string) => `${patterns.reviewForm}?product=${encodeURIComponent(productName)}`,
  testimonials: patterns.testimonials,
  contact: patterns.contact,
  shop: patterns.shop,
  shopOf: (choice: Record<string, string>) => {
    const query = new URLSearchParams(choice).toString();
    return query ? `${patterns.shop}?${query}` : patterns.shop;
  },
  faq: patterns.faq,
  about: patterns.about,
  privacy: patterns.privacy,
  returnPolicy: patterns.returnPolicy,
  terms: patterns.terms,
  shipping: patterns.shipping,
  blog: patterns.blog,
  article: (id: number | string) => `/blog/${encodeURIComponent(id)}`,
  notFound: '/404',
  nothingFound: (query: string) => `/404?q=${encodeURIComponent(query)}`,
} as const;
