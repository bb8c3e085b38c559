import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility';
import { expect, test } from './fixtures';
import { ordersOf, plantProducts } from './records';
import { fillCheckout } from './shopper';

/** More products than the complete list may have. */
const PLANTED = 600;
/** A product far behind the first page. */
const FAR = 'Shankhpushpi Powder';

// A shop of its own, because the others have a dozen products.
test.use({ shopArguments: ['--submissions-per-minute', '61'] });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('listitem');

test('a shopper finds, adds and orders one of many products', async ({ page, shop, products }) => {
  const total = products.length + PLANTED;
  await plantProducts(shop, PLANTED, FAR);
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/products/cards')).json()).data.total)
    .toBe(total);

  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.fill('shankpushpi');
  await expect(page.getByRole('option', { name: new RegExp(`^${FAR}`) })).toBeVisible();
  await search.press('Enter');
  await expect(heading(page, FAR)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ingredients' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Increase quantity/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Added 1 item(s) to cart!')).toBeVisible();

  await page.goto('/shop');
  await expect(page.getByText(`48 of ${total} products`)).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText(`96 of ${total} products`)).toBeVisible();
  await expect(cards(page).nth(48).getByRole('link').first()).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Good for' }).selectOption('Clear mind');
  await expect(page.getByText(/^1 product$/)).toBeVisible();
  await expect(cards(page).getByRole('heading', { name: FAR })).toBeVisible();
  await page.getByRole('radio', { name: 'Boxes' }).check();
  await page.goto('/shop?type=box&sort=price-desc');
  const boxes = products.filter(({ type }) => type === 'box').map(({ actualPrice }) => actualPrice);
  await expect(page.getByText(/^\d+ of \d+ products$|^\d+ products?$/)).toBeVisible();
  await expect(cards(page).first()).toContainText(String(Math.max(...boxes)));

  await page.goto('/cart');
  await page.reload();
  await expect(heading(page, 'Your Cart (1 items)').or(heading(page, 'Your Cart (1 item)'))).toBeVisible();
  await expect(page.getByRole('link', { name: FAR })).toBeVisible();
  await page.getByRole('button', { name: 'Check out' }).click();
  const email = await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(heading(page, 'Order Confirmed!')).toBeVisible();
  expect(await ordersOf(shop, email)).toHaveLength(1);
});
