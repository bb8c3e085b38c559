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
} as const;

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
  notFound: '/404',
} as const;
