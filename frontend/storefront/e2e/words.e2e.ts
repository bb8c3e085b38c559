import type { Locator, Page } from '@playwright/test';
import { accountWords } from '#words/account';
import { cartWords } from '#words/cart';
import { checkoutWords } from '#words/checkout';
import { contactWords } from '#words/contact';
import { controlWords } from '#words/controls';
import { generalWords } from '#words/general';
import { greetingWords } from '#words/greeting';
import { notFoundWords } from '#words/not_found';
import { ordersWords } from '#words/orders';
import { productWords } from '#words/product';
import { reviewsWords } from '#words/reviews';
import { searchWords } from '#words/search';
import { startWords } from '#words/start';
import { stockWords } from '#words/stock';
import { violationWords } from '#words/violations';
import { pseudo } from '../build/pseudo.mjs';
import type { Product } from '../src/api/types';
import { paths } from '../src/paths';
import { scrollThrough } from './accessibility';
import { expect, test } from './fixtures';
import { stubMap } from './map';
import { expectNoEnglish, markAnswers } from './plain_letters';
import { drawnPaths, everyPage } from './routes';
import { productWith } from './shopper';

test.use({ language: 'pseudo' });
/** A phone, which shows parts that wide screens lack. */
const PHONE = { width: 390, height: 844 };

/** The shop's texts in the pseudo-language. */
const words = pseudo({
  account: accountWords,
  cart: cartWords,
  checkout: checkoutWords,
  contact: contactWords,
  controls: controlWords,
  general: generalWords,
  greeting: greetingWords,
  notFound: notFoundWords,
  orders: ordersWords,
  product: productWords,
  reviews: reviewsWords,
  search: searchWords,
  start: startWords,
  stock: stockWords,
  violations: violationWords,
});

const submit = (place: Page | Locator) => place.locator('form button[type="submit"]').last().click();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(words.start.loading)).toHaveCount(0);
  await expect(page.getByText(words.start.errorTitle), `${path} must open`).toHaveCount(0);
  await scrollThrough(page);
}

async function told(page: Page, message: string): Promise<void> {
  await expect(page.getByText(message).first()).toBeVisible();
  await expectNoEnglish(page, `${new URL(page.url()).pathname} with “${message}”`);
}

async function putIntoCart(page: Page, product: Product): Promise<void> {
  await open(page, paths.product(product._id));
  await page.getByRole('group').getByRole('button').nth(1).click();
  await page.getByRole('button', { name: words.product.addToCart }).click();
  await told(page, words.product.added(1));
}

test.beforeEach(async ({ page, complaints }) => {
  await stubMap(page);
  await markAnswers(page);
  // Error responses and lost connections are part of this test.
  complaints.length = 0;
});

test.afterEach(({ complaints }) => {
  const refused = /Failed to load resource/;
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !refused.test(text)));
});

test('every page says nothing in English', async ({ page, products }) => {
  test.slow();
  const product = productWith(products, 1);
  for (const { path } of Object.values(everyPage(product))) {
    await open(page, path);
    await expectNoEnglish(page, path);
  }
  expect(await page.locator('html').getAttribute('lang')).toBe('hi-x-pseudo');
});

test('documents say nothing in English before any script runs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const path of [...drawnPaths, paths.cart, '/nowhere']) {
    await page.goto(path);
    if (path !== '/nowhere') await expectNoEnglish(page, `the document of ${path}`);
    else expect(await page.locator('body').innerText()).not.toMatch(/[A-Za-z]/);
  }
  await context.close();
});

test('pages of missing things say nothing in English', async ({ page }) => {
  for (const path of ['/nowhere', '/product/nothing', '/blog/99', '/shop?type=box&concern=sleep']) {
    await open(page, path);
    await expectNoEnglish(page, path, ['Sleep', 'sleep']);
  }
  await open(page, paths.nothingFound('zqxv'));
  await expect(page.getByText(words.notFound.nothingFor('zqxv'))).toBeVisible();
  await expectNoEnglish(page, 'a search for nothing', ['zqxv']);
});

test('menus, the drawer and the search say nothing in English', async ({ page, products }) => {
  await open(page, paths.home);
  for (const menu of await page.getByRole('banner').locator('button[aria-expanded]').all()) {
    await menu.click();
    await expectNoEnglish(page, 'an open menu');
  }
  await page.getByRole('search').getByRole('combobox').last().fill('karela');
  await expect(page.getByRole('option').first()).toBeAttached();
  await expectNoEnglish(page, 'the suggestions');
  await page.setViewportSize(PHONE);
  await page.getByRole('banner').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoEnglish(page, 'the drawer');
  expect(products.length).toBeGreaterThan(0);
});

test('buying says nothing in English, and neither does what goes wrong with it', async ({
  page,
  products,
}) => {
  test.slow();
  const product = productWith(products, 1);
  await open(page, paths.product(product._id));
  await page.getByRole('button', { name: words.product.addToCart }).click();
  await told(page, words.product.nothingChosen);
  await putIntoCart(page, product);
  const low = products.find(({ variants }) => variants.some(({ left }) => left));
  const left = low?.variants.find((variant) => variant.left)?.left;
  if (!low || !left) throw new Error('there is plenty of everything');
  await open(page, paths.product(low._id));
  await told(page, words.stock.left(left));

  await open(page, paths.cart);
  await page.getByRole('main').getByRole('group').getByRole('button').nth(1).click();
  await told(page, words.cart.quantityUpdated);
  await page.getByRole('button', { name: words.cart.clear }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoEnglish(page, 'the question of the cart');
  await page.getByRole('button', { name: words.controls.cancel }).click();

  await open(page, '/checkout');
  const dialog = page.getByRole('dialog');
  await submit(dialog);
  await told(page, words.checkout.rules.nameRequired);
  await dialog.locator('[name=fullname]').fill('Asha Patel');
  await dialog.locator('[name=email]').fill('asha@example.com');
  await dialog.locator('[name=mobilenumber]').fill('9876543210');
  await dialog.locator('[name=deliveryAddress]').fill('12 Ring Road, Surat');
  await dialog.locator('[name=pincode]').fill('395007');

  await page.route('**/users/orders/create/', (route) => route.abort(), { times: 1 });
  await submit(dialog);
  await told(page, words.general.unreachable);
  const message = 'Address should be at least 40 characters long';
  const errors = [{ field: 'deliveryAddress', message, code: 'TOO_SHORT', params: { min: 40 } }];
  const json = { success: false, message, errors };
  await page.route('**/users/orders/create/', (route) => route.fulfill({ status: 422, json }), { times: 1 });
  await submit(dialog);
  await told(page, words.violations.TOO_SHORT?.({ min: 40 }) ?? '');
  await submit(dialog);
  await expect(page).toHaveURL(paths.greeting);
  await told(page, words.checkout.placed);
  await followOrder(page);
});

/** The day periods in Hindi formats. */
const HALVES = ['am', 'pm'];

async function followOrder(page: Page): Promise<void> {
  await page.getByRole('link', { name: words.greeting.follow }).click();
  const main = page.getByRole('main');
  await main.locator('[name=mobilenumber]').fill('9876543210');
  await submit(main);
  await expect(main.getByText(words.orders.statusSentences.placed)).toBeVisible();
  await expectNoEnglish(page, 'an order', HALVES);
  await main.getByRole('button', { name: words.orders.actions.cancel.ask }).click();
  await expectNoEnglish(page, 'the question of an order', HALVES);
  await submit(page.getByRole('dialog'));
  await expect(main.getByText(words.orders.statusSentences.cancelled)).toBeVisible();
  await main.getByRole('button', { name: words.orders.buyAgain }).click();
  await expect(main.getByText(words.orders.bought(2))).toBeVisible();
  await expectNoEnglish(page, 'an order that was cancelled', HALVES);
}

const forms: Record<string, { path: string; empty: string; filled: Record<string, string> }> = {
  'the registration': {
    path: paths.signUp,
    empty: words.account.rules.emailInvalid,
    filled: {
      email: `asha.${crypto.randomUUID()}@gmail.com`,
      password: 'monsoon-42',
      mobileNumber: '9876543210',
    },
  },
  'the login': {
    path: paths.login,
    empty: words.account.rules.emailInvalid,
    filled: { email: `unknown.${crypto.randomUUID()}@gmail.com`, password: 'monsoon-42' },
  },
  'the forgotten password': {
    path: paths.forgotPassword,
    empty: words.account.rules.emailInvalid,
    filled: { email: `unknown.${crypto.randomUUID()}@gmail.com` },
  },
  'the code': {
    path: paths.verifyCode,
    empty: words.account.rules.codeRequired,
    filled: { email: `unknown.${crypto.randomUUID()}@gmail.com`, code: '123456' },
  },
  'the new password': {
    path: paths.resetPassword,
    empty: words.account.rules.fieldsRequired,
    filled: { email: `unknown.${crypto.randomUUID()}@gmail.com`, code: '123456', newPassword: 'monsoon-42' },
  },
  'the tracking': {
    path: paths.track,
    empty: words.orders.rules.numberRequired,
    filled: { orderNumber: 'VM-261123-7K3QX', mobilenumber: '9876543210' },
  },
  'a review': {
    path: paths.reviewForm,
    empty: words.reviews.rules.nameRequired,
    filled: { name: 'Asha', productname: 'karela', review: 'Bitter.', rating: '4' },
  },
  'a message': {
    path: paths.contact,
    empty: words.contact.rules.nameRequired,
    filled: { name: 'Asha', email: 'asha@gmail.com', phone: '9876543210', message: 'Hello.' },
  },
};

for (const [name, { path, empty, filled }] of Object.entries(forms)) {
  test(`${name} says nothing in English, empty or sent`, async ({ page }) => {
    await open(page, path);
    const main = page.getByRole('main');
    const messages = page.locator('.Toastify__toast');
    await submit(main);
    await told(page, empty);
    // The field shows its error at once; the toast follows when its code is loaded.
    await expect(messages).toHaveCount(1);
    for (const [field, value] of Object.entries(filled)) await main.locator(`[name=${field}]`).fill(value);
    const subject = main.locator('select[name=subject]');
    if ((await subject.count()) > 0) await subject.selectOption({ index: 1 });
    for (const message of await messages.all()) await message.click();
    await expect(messages).toHaveCount(0);
    await submit(main);
    await expect(messages).toHaveCount(1);
    await expectNoEnglish(page, `the answer to ${name}`, Object.values(filled));
  });
}

test('pages that cannot be loaded say nothing in English', async ({ page, complaints }) => {
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto(paths.cart);
  await expect(page.getByRole('heading', { name: words.start.errorTitle })).toBeVisible();
  await expectNoEnglish(page, 'a shop that does not open');
  await page.unrouteAll();
  await markAnswers(page);
  await page.route('**/assets/Suggestions-*', (route) => route.abort());
  await page.route('**/assets/AboutPage-*.js', (route) => route.abort());
  await open(page, paths.faq);
  await page.getByRole('banner').locator(`a[href="${paths.about}"]`).first().click();
  await expect(page.getByRole('heading', { name: words.start.errorTitle })).toBeVisible();
  await expectNoEnglish(page, 'a page that does not come');
  complaints.length = 0;
});
