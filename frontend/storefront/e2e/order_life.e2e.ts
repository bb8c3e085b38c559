import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { operator } from './operator';
import { expectAccessible, expectFine } from './accessibility';
import { expect, test } from './fixtures';
import { fillCheckout, productWith, putIntoCart, variantOf } from './shopper';

const password = 'monsoon-42';
const main = (page: Page) => page.getByRole('main');
const follow = (page: Page) => page.getByRole('link', { name: 'Follow your order' });

/** Orders packs of the first weight and returns the order number. */
async function buy(page: Page, product: Product, packs: number): Promise<string> {
  await putIntoCart(page, product, variantOf(product, 0).weightInGrams, packs);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Check out' }).click();
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const number = await page
    .getByText(/^Your order number/)
    .locator('b')
    .textContent();
  return number ?? '';
}

async function track(page: Page, mobilenumber: string): Promise<void> {
  await main(page).getByLabel('Mobile number').fill(mobilenumber);
  await main(page).getByRole('button', { name: 'Show my order' }).click();
}

/** Creates an account through the API, and logs in on this page. */
async function logIn(page: Page, leadsTo: string): Promise<void> {
  const email = `asha.${crypto.randomUUID()}@gmail.com`;
  const data = { email, password, mobileNumber: '9876543210' };
  expect((await page.request.post('/api/v1/users/userregister', { data })).status()).toBe(201);
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(leadsTo);
}

test('a guest follows an order by its number and the mobile number, and cancels it', async ({
  page,
  products,
  complaints,
}) => {
  test.slow();
  const product = productWith(products, 1);
  const number = await buy(page, product, 2);
  await page.reload();
  await expect(page.getByText(number)).toBeVisible();
  await expectAccessible(page);

  await follow(page).click();
  await expect(page).toHaveURL(`/track?order=${number}`);
  await expect(page.getByLabel('Order number')).toHaveValue(number);
  await track(page, '9876543211');
  await expect(page.getByRole('alert').getByText('There is no such order.')).toBeVisible();
  await expectFine(page);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);

  await track(page, '+91 98765-43210');
  const heading = page.getByRole('heading', { level: 2, name: `Order ${number}` });
  await expect(heading).toBeFocused();
  const article = page.getByRole('article');
  await expect(article.getByRole('listitem').filter({ hasText: product.productName })).toContainText('× 2');
  await expect(article.getByText('A… P…')).toBeVisible();
  await expect(article.getByText('…3210')).toBeVisible();
  await expect(article.getByText('Ring Road')).toHaveCount(0);
  await expect(article.getByRole('listitem').filter({ hasText: 'Delivered' })).toContainText(
    /by \w+day \d+ \w+/,
  );
  await expectFine(page);

  await article.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Your order is cancelled')).toBeVisible();
  await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(article.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await expectFine(page);

  await page.reload();
  await expect(page.getByLabel('Order number')).toHaveValue(number);
  await expect(page.getByLabel('Mobile number')).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('98765');
  await track(page, '9876543210');
  await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
  await expect(article.getByText('Still to come')).toHaveCount(0);
});

test('an order that went on meanwhile says so, and shows how it stands', async ({
  page,
  shop,
  products,
  complaints,
}) => {
  const number = await buy(page, productWith(products, 1), 1);
  await follow(page).click();
  await track(page, '9876543210');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  // The shop confirms the order while the dialog is open.
  await operator(shop).transition(number, '9876543210', 'CONFIRMED');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('alert').getByText(/meanwhile/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('li[aria-current="step"]')).toContainText('Confirmed');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
});

test('a logged-in shopper finds the order among their own, and buys it again', async ({ page, products }) => {
  test.slow();
  const product = productWith(products, 1);
  await page.goto('/login');
  await logIn(page, '/');
  const number = await buy(page, product, 2);
  await expect(follow(page)).toHaveAttribute('href', `/orders/${number}`);

  await page.goto('/account');
  const card = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: `Order ${number}` }) });
  await expect(card).toContainText(`${product.productName}, ${variantOf(product, 0).weightInGrams} g × 2`);
  await expect(card).toContainText('Placed on');
  await expectFine(page);

  await card.getByRole('link', { name: `Order ${number}` }).click();
  await expect(page).toHaveURL(`/orders/${number}`);
  const article = page.getByRole('article');
  await expect(article.getByText('12 Ring Road, Surat')).toBeVisible();
  await expectFine(page);
  await article.getByRole('button', { name: /^Buy again/ }).click();
  await expect(article.getByText('2 packs are in your cart.')).toBeVisible();
  await expectFine(page);
  await article.getByRole('link', { name: 'Go to the cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your Cart (2 items)' })).toBeVisible();

  await page.goto(`/orders/${number}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
  await page.getByRole('link', { name: 'All my orders' }).click();
  await expect(card).toContainText('Cancelled');
});

test('a visitor who asks for the orders of an account logs in first, and comes back', async ({
  page,
  complaints,
}) => {
  await page.goto('/account');
  await expect(page.getByText(/^Please log in to see your orders/)).toBeVisible();
  await expectFine(page);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
  await main(page).getByRole('link', { name: 'Log in' }).click();
  await logIn(page, '/account');
  await expect(page.getByText(/^You have not ordered anything/)).toBeVisible();
  await expectFine(page);
});
