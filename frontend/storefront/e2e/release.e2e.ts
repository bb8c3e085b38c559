import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { paths } from '../src/paths';
import { expect, type Shop, test } from './fixtures';
import { ordersOf } from './records';
import { choose, fillCheckout, productWith, variantOf } from './shopper';
import { beginRelease, type Release } from './two_builds';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
const message = 'Is the karela of this year already milled?';

/** Counts loads of the page. Navigation within an open shop makes none. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count++;
  });
  return loads;
}

async function open(page: Page, { url }: Release): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
}

async function startMessage(page: Page): Promise<void> {
  await footer(page, 'Contact').click();
  await page.getByRole('main').getByLabel('Message').fill(message);
}

async function expectMessage(page: Page): Promise<void> {
  await footer(page, 'Contact').click();
  await expect(page.getByRole('main').getByLabel('Message')).toHaveValue(message);
}

/** Opens a product from its card and adds it to the cart. */
async function buy(page: Page, products: readonly Product[]): Promise<void> {
  const product = productWith(products, 1);
  await page.getByRole('banner').getByRole('link', { name: 'Vanmool' }).click();
  await page.getByRole('link', { name: `Choose weight: ${product.productName}` }).click();
  await expect(heading(page, product.productName)).toBeVisible();
  await choose(page, product, variantOf(product, 0).weightInGrams, 1);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Added 1 item(s) to cart!')).toBeVisible();
}

async function order(page: Page): Promise<string> {
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  const email = await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(heading(page, 'Order Confirmed!')).toBeVisible();
  return email;
}

interface Shopper {
  page: Page;
  shop: Shop;
  products: readonly Product[];
}

/** Continues shopping while the next build takes over. Returns the number of reloads. */
async function shopThrough(release: Release, { page, shop, products }: Shopper): Promise<number> {
  await open(page, release);
  const loads = countLoads(page);
  await startMessage(page);
  release.move('half');
  // A file that is missing at first loads on a retry.
  await footer(page, 'FAQs').click();
  await expect(heading(page, 'Questions, plainly answered')).toBeVisible();
  await buy(page, products);
  expect(loads.count).toBe(0);
  release.move('all');
  await footer(page, 'Shipping').click();
  await expect(heading(page, 'Shipping Policy')).toBeVisible();
  await expect(page).toHaveURL(release.url + paths.shipping);
  // Before hydration, a link loads the next page as a document.
  await expect(page.locator('.Toastify')).toBeAttached();
  const loaded = loads.count;
  await expectMessage(page);
  const email = await order(page);
  expect(loads.count).toBe(loaded);
  expect(await ordersOf(shop, email)).toHaveLength(1);
  return loaded;
}

test('a page opened before a release works on while the next build takes over half, then all', async ({
  page,
  shop,
  products,
}) => {
  const release = await beginRelease(shop, { carries: true });
  expect(await shopThrough(release, { page, shop, products })).toBe(0);
  await release.close();
});

test('if the next build lacks the files of the one before, the page is loaded once more and nothing is lost', async ({
  page,
  shop,
  products,
  complaints,
}) => {
  const release = await beginRelease(shop, { carries: false });
  expect(await shopThrough(release, { page, shop, products })).toBe(1);
  expect(complaints.splice(0).every((complaint) => complaint.includes('/assets/'))).toBe(true);
  await release.close();
});
