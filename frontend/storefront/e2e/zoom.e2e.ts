import type { Page } from '@playwright/test';
import { cutOff, expectNoSidewaysScroll, scrollThrough } from './accessibility';
import { expect, oneScreen, test } from './fixtures';
import { fillCheckout, openProduct, productWith, putIntoCart, variantOf } from './shopper';

/** Simulates 200 % zoom, which halves the window; 320 px is the narrowest width that WCAG asks for. */
async function zoom(page: Page) {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: Math.max(width / 2, 320), height: height / 2 });
}

async function expectNothingLost(page: Page) {
  await scrollThrough(page);
  await expectNoSidewaysScroll(page);
  expect(await cutOff(page)).toEqual([]);
}

test('at 200 % a shopper still finds, chooses and orders everything', async ({ page, products }) => {
  const product = productWith(products, 2);
  await zoom(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'What shoppers say' })).toBeAttached();
  await expectNothingLost(page);
  await openProduct(page, product);
  await expectNothingLost(page);
  await putIntoCart(page, product, variantOf(product, 0).weightInGrams, 1);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your Cart (1 items)' })).toBeVisible();
  await expectNothingLost(page);
  await page.getByRole('button', { name: 'Check out' }).click();
  await fillCheckout(page);
  expect(await cutOff(page)).toEqual([]);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
});

test(
  'on a low laptop packs are put into the cart without scrolling',
  oneScreen,
  async ({ page, products }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openProduct(page, productWith(products, 1));
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 });
  },
);
