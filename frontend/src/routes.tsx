import { type ComponentType, createElement } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { pagePart } from './load_part';
import { patterns } from './paths';

type Page = () => Promise<{ default: ComponentType }>;

const home: Page = () => import('./pages/home/HomePage');
const product: Page = () => import('./pages/product/ProductPage');
const cart: Page = () => import('./pages/cart/CartPage');
const checkout: Page = () => import('./pages/cart/CartPage');
const greeting: Page = () => import('./pages/greeting/GreetingPage');
const login: Page = () => import('./pages/account/LoginPage');
const signUp: Page = () => import('./pages/account/SignUpPage');
const forgotPassword: Page = () => import('./pages/account/ForgotPasswordPage');
const verifyCode: Page = () => import('./pages/account/VerifyCodePage');
const resetPassword: Page = () => import('./pages/account/ResetPasswordPage');
const reviewForm: Page = () => import('./pages/review/ReviewPage');
const testimonials: Page = () => import('./pages/testimonials/TestimonialsPage');
const contact: Page = () => import('./pages/contact/ContactPage');
const faq: Page = () => import('./pages/faq/FaqPage');
const about: Page = () => import('./pages/about/AboutPage');
const privacy: Page = () => import('./pages/policies/PrivacyPage');
const returnPolicy: Page = () => import('./pages/policies/ReturnPolicyPage');
const terms: Page = () => import('./pages/policies/TermsPage');
const shipping: Page = () => import('./pages/policies/ShippingPage');
const blog: Page = () => import('./pages/blog/BlogPage');
const article: Page = () => import('./pages/blog/ArticlePage');
const shop: Page = () => import('./pages/shop/ShopPage');
const notFound: Page = () => import('./pages/not_found/NotFoundPage');

/** Every page of the shop. */
const pages: Record<keyof typeof patterns, Page> = {
  home,
  product,
  cart,
  checkout,
  greeting,
  login,
  signUp,
  forgotPassword,
  verifyCode,
  resetPassword,
  reviewForm,
  testimonials,
  contact,
  shop,
  faq,
  about,
  privacy,
  returnPolicy,
  terms,
  shipping,
  blog,
  article,
};

const names = Object.keys(patterns) as (keyof typeof patterns)[];
const Cart = pageOf(cart);
const routes = names.map((name) => {
  // The same at both addresses, so that the cart stays while the checkout opens and closes over it.
  const isCart = name === 'cart' || name === 'checkout';
  const LoadedPage = isCart ? Cart : pageOf(pages[name]);
  return <Route key={name} path={patterns[name]} element={<LoadedPage key={isCart ? 'cart' : name} />} />;
});
const NotFound = pageOf(notFound);

/** The page of the current path. */
export function PageRoutes() {
  return (
    <Routes>
      {routes}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function pageOf(load: Page) {
  const part = pagePart(load);
  // Asked for at each drawing, because what failed is begun anew.
  return () => createElement(part());
}

/** Starts loading the code of the page at this path; a failure shows when the page itself is wanted. */
export function loadPage(pathname: string): void {
  const name = names.find((candidate) => matchPath(patterns[candidate], pathname));
  (name ? pages[name] : notFound)().catch(() => {});
}
