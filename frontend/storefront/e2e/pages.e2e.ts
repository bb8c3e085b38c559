import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, scrollThrough } from './accessibility';
import { expect, test } from './fixtures';
import { stubMap } from './map';
import { everyPage, type Shown } from './routes';
import { paths } from '../src/paths';
import { comeWithCart, fillCheckout, logInByCall, openProduct, productWith } from './shopper';

const groups = {
  'the shop': ['home', 'shop', 'product'],
  'the order': ['cart', 'greeting'],
  'what becomes of orders': ['track', 'payment', 'order', 'account', 'profile'],
  'the account': ['login', 'signUp', 'forgotPassword', 'verifyCode', 'resetPassword'],
  'the voices': ['reviewForm', 'testimonials', 'contact'],
  'the blog': ['blog', 'article', 'about', 'faq'],
  'the policies': ['privacy', 'returnPolicy', 'terms', 'shipping'],
} as const;

const NARROW = { width: 320, height: 640 };
const DESKTOP = { width: 1440, height: 900 };

/** Opens a page on a phone and checks the basics of every page, there and on a desktop. Returns its title. */
async function inspect(page: Page, { path, heading }: Shown): Promise<string> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await scrollThrough(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{10}/);
  const phone = page.viewportSize();
  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESKTOP);
  await scrollThrough(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  if (phone) await page.setViewportSize(phone);
  return page.title();
}

for (const [group, names] of Object.entries(groups)) {
  test(`${group}: every page answers 200, has a title, one main heading, and is accessible`, async ({
    page,
    products,
    complaints,
  }) => {
    test.slow();
    await stubMap(page);
    const pages = everyPage(productWith(products, 1));
    const titles: string[] = [];
    for (const name of names) {
      titles.push(await inspect(page, pages[name]));
      if (!pages[name].needsLogin) continue;
      await expect.poll(() => complaints).toEqual([expect.stringContaining('401')]);
      complaints.length = 0;
    }
    for (const title of titles) expect(title).toMatch(/^.{4,60} · (Vanmool|herbal powders from Surat)$/);
    expect(new Set(titles).size).toBe(titles.length);
  });
}

test('a logged-in shopper’s pages are accessible, and fit a narrow phone', async ({ page, products }) => {
  test.slow();
  const product = productWith(products, 1);
  const shown = everyPage(product);
  await logInByCall(page);
  await comeWithCart(page, product);
  await page.goto(paths.checkout);
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const number = (await page.getByText(/^VM-/).textContent()) ?? '';
  for (const each of [
    shown.account,
    shown.profile,
    { ...shown.profile, path: paths.profile('details'), heading: 'My details' },
    { ...shown.profile, path: paths.profile('data'), heading: 'My data' },
    { ...shown.order, path: paths.order(number) },
    shown.reviewForm,
    shown.home,
  ])
    await inspect(page, each);
});

test('no page is left out', async ({ products }) => {
  const pages = Object.keys(everyPage(productWith(products, 1)));
  expect(Object.values(groups).flat().toSorted()).toEqual(pages.toSorted());
});

test('/signup is /signUp', async ({ page }) => {
  const response = await page.goto('/signup');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
});

test('every product page is complete', async ({ page, products }) => {
  test.slow();
  for (const product of products) {
    await openProduct(page, product);
    await expect(page).toHaveTitle(new RegExp(product.productName));
    for (const section of ['Ingredients', 'Benefits', 'How to use', 'Cautions', 'Storage']) {
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
  }
});

test('a full cart, its questions and the checkout are accessible', async ({ page, products }) => {
  const product = productWith(products, 1);
  await comeWithCart(page, product);
  await page.goto('/cart');
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: product.productName }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expectAccessible(page);
});

test('an unknown path answers 404 and shows the page', async ({ page, complaints }) => {
  for (const path of ['/404', '/nowhere', '/product', '/cart/nowhere']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Sacred Page Not Found' })).toBeVisible();
    expect(complaints.splice(0), path).toEqual([expect.stringContaining('404')]);
  }
  await expectAccessible(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: '+91' })).toHaveAttribute('href', /^tel:/);
  await expect(main.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

for (const [what, addresses] of Object.entries({
  product: ['/product/0190b6a0-0000-7000-8000-00000000dead', '/product/nothing'],
  article: ['/blog/5', '/blog/x'],
})) {
  test(`an unknown ${what} answers 404 and says that there is none`, async ({ page, complaints }) => {
    for (const path of addresses) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole('main').getByText('Product not found.')).toBeVisible();
      await expect(page).toHaveTitle('Product not found. · Vanmool');
      expect(complaints.splice(0), path).toEqual([expect.stringContaining('404')]);
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
