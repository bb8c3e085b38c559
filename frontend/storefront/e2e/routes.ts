import type { Product } from '../src/api/types';
import { documents } from '../src/drawn/documents';
import type { PageName } from '../src/page_table';
import { sections } from '../src/pages/profile/sections';
import { paths } from '../src/paths';

/** A page and its heading. */
export interface Shown {
  path: string;
  heading: string;
  /** True if the page needs a login: for visitors, the browser reports a 401. */
  needsLogin?: true;
}

/** Every page of the shop. A page of the table without an entry here does not compile. */
export function everyPage(product: Product): Record<Exclude<PageName, 'checkout'>, Shown> {
  return {
    home: { path: paths.home, heading: 'Vanmool: Herbal powders, stone-milled in Surat' },
    shop: { path: paths.shop, heading: 'All products' },
    product: { path: paths.product(product._id), heading: product.productName },
    cart: { path: paths.cart, heading: 'Your Cart (0 items)' },
    greeting: { path: paths.greeting, heading: 'Order Confirmed!' },
    track: { path: paths.track, heading: 'Track your order' },
    payment: { path: paths.payment, heading: 'Confirm your order' },
    order: { path: paths.order('VM-261123-7K3QX'), heading: 'Your order', needsLogin: true },
    account: { path: paths.account, heading: 'My orders', needsLogin: true },
    profile: { path: paths.profile('addresses'), heading: 'My addresses', needsLogin: true },
    login: { path: paths.login, heading: 'Log in' },
    signUp: { path: paths.signUp, heading: 'Create your account' },
    forgotPassword: { path: paths.forgotPassword, heading: 'Forgot your password?' },
    verifyCode: { path: paths.verifyCode, heading: 'Enter the code' },
    resetPassword: { path: paths.resetPassword, heading: 'Choose a new password' },
    reviewForm: { path: paths.reviewForm, heading: 'Review a powder' },
    testimonials: { path: paths.testimonials, heading: 'Testimonials' },
    contact: { path: paths.contact, heading: 'Contact us' },
    faq: { path: paths.faq, heading: 'Questions, plainly answered' },
    about: { path: paths.about, heading: 'Our story' },
    privacy: { path: paths.privacy, heading: 'Privacy Policy' },
    returnPolicy: { path: paths.returnPolicy, heading: 'Returns Policy' },
    terms: { path: paths.terms, heading: 'Terms of Service' },
    shipping: { path: paths.shipping, heading: 'Shipping Policy' },
    blog: { path: paths.blog, heading: 'Notes from the mill' },
    article: { path: paths.article(1), heading: 'Jamun Extract' },
  };
}

/** Prerendered pages that search engines may list, without the products'. */
export const drawnPaths = documents
  .filter(({ page, listed }) => listed && page !== 'product')
  .map(({ drawnAt }) => drawnAt);

/** The prerendered account pages. They are the same for all shoppers until data is loaded. */
export const accountPaths = [paths.account, ...sections.map((section) => paths.profile(section))];

/** Pages of a single shopper, hidden from search engines. */
export const unlistedPaths = documents.filter(({ listed }) => !listed).map(({ drawnAt }) => drawnAt);
