import { expect, test } from 'vitest';
import { notFound, pages } from './page_table';
import { paths } from './paths';

/** The paths in the specification. */
const specified = [
  '/',
  '/login',
  '/signUp',
  '/reviewForm',
  '/product/:id',
  '/aboutUs',
  '/faq',
  '/contact',
  '/privacy',
  '/returnpolicy',
  '/terms',
  '/shipping',
  '/forgotpassword',
  '/forgotpassword1',
  '/forgotpassword2',
  '/Testimonial',
  '/blog',
  '/blog/:id',
  '/cart',
  '/checkout',
  '/greeting',
  '/shop',
];
/** Pages that the specification leaves open: order tracking, payment and the account. */
const added = ['/track', '/payment', '/orders/:id', '/account', '/account/:id'];

test('the shop has the pages of the specification, those to follow orders on and those of an account, and no other', () => {
  expect(
    Object.values(pages)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...specified, ...added].sort());
});

test('every row has its component, and every component of a page its row', () => {
  const files = Object.keys(import.meta.glob('./pages/*/*Page.tsx'));
  const modules = [...Object.values(pages), notFound].map(({ module }) => module);
  expect(files.sort()).toEqual([...new Set(modules)].map((module) => `./pages/${module}.tsx`).sort());
});

test('a link fills in the parameters of its page', () => {
  expect(paths.product('a b/c')).toBe('/product/a%20b%2Fc');
  expect(paths.article(2)).toBe('/blog/2');
  expect(paths.cart).toBe('/cart');
  expect(paths.order('VM-261123-7K3QX')).toBe('/orders/VM-261123-7K3QX');
  expect(paths.trackOf('VM 1&2')).toBe('/track?order=VM%201%262');
});
