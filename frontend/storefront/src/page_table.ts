/** A page of the shop, for the router, the build, the server and the tests. Its texts are elsewhere. */
export interface Page {
  /** Its path. `:id` stands for the thing it shows. */
  path: string;
  /** The file of its component, below `src/pages`. */
  module: `${string}/${string}Page`;
  /** True if it shows something before the product list and the reviews are loaded. The build prerenders it. */
  open?: true;
}

const table = {
  home: { path: '/', module: 'home/HomePage', open: true },
  product: { path: '/product/:id', module: 'product/ProductPage', open: true },
  cart: { path: '/cart', module: 'cart/CartPage' },
  // A dialog over the cart, which stays mounted while it opens and closes.
  checkout: { path: '/checkout', module: 'cart/CartPage' },
  greeting: { path: '/greeting', module: 'greeting/GreetingPage' },
  // The order pages share a file, because they share most of their code.
  track: { path: '/track', module: 'orders/OrdersPage', open: true },
  payment: { path: '/payment', module: 'payment/PaymentPage' },
  order: { path: '/orders/:id', module: 'orders/OrdersPage', open: true },
  account: { path: '/account', module: 'orders/OrdersPage', open: true },
  profile: { path: '/account/:id', module: 'profile/ProfilePage', open: true },
  login: { path: '/login', module: 'account/AccountPage' },
  signUp: { path: '/signUp', module: 'account/AccountPage' },
  forgotPassword: { path: '/forgotpassword', module: 'account/AccountPage' },
  verifyCode: { path: '/forgotpassword1', module: 'account/AccountPage' },
  resetPassword: { path: '/forgotpassword2', module: 'account/AccountPage' },
  reviewForm: { path: '/reviewForm', module: 'review/ReviewPage' },
  testimonials: { path: '/Testimonial', module: 'testimonials/TestimonialsPage', open: true },
  contact: { path: '/contact', module: 'contact/ContactPage' },
  shop: { path: '/shop', module: 'shop/ShopPage', open: true },
  faq: { path: '/faq', module: 'faq/FaqPage', open: true },
  about: { path: '/aboutUs', module: 'about/AboutPage', open: true },
  privacy: { path: '/privacy', module: 'policies/PolicyPage', open: true },
  returnPolicy: { path: '/returnpolicy', module: 'policies/PolicyPage', open: true },
  terms: { path: '/terms', module: 'policies/PolicyPage', open: true },
  shipping: { path: '/shipping', module: 'policies/PolicyPage', open: true },
  blog: { path: '/blog', module: 'blog/BlogPage', open: true },
  article: { path: '/blog/:id', module: 'blog/ArticlePage', open: true },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof table;

/** All pages of the shop. `/404` is not one of them: every unknown path shows it. */
export const pages: Readonly<Record<PageName, Page>> = table;

/** The page for unknown paths. */
export const notFound: Page = { path: '*', module: 'not_found/NotFoundPage' };
