import type { Page } from '@playwright/test';
import { expect, oneScreen, test } from './fixtures';
import { sellOut } from './sell_out';
import { comeWithCart, fillCheckout, openProduct, productWith, variantOf } from './shopper';

// Sold out here; no other test buys it.
const SOLD_MEANWHILE = 'Karela Jamun Powder';

/** Simulates a shopper who returns to a hidden tab. */
async function seeAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

test(
  'two tabs and a day between: the one that is seen again tells what is left by then',
  oneScreen,
  async ({ page, context, request, products }) => {
    const product =
      products.find(({ productName }) => productName === SOLD_MEANWHILE) ?? productWith(products, 1);
    await page.clock.install();
    await openProduct(page, product);
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    const other = await context.newPage();
    await openProduct(other, product);

    await sellOut(
      request,
      product,
      product.variants.map(({ weightInGrams }) => weightInGrams),
    );
    await seeAgain(page);
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    await page.clock.fastForward('24:00:00');
    await seeAgain(page);
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
    await expect(page.getByRole('main').getByText('Sold out').first()).toBeVisible();
  },
);

test(
  'the prices of a refused order stay after further additions to the cart, and in another tab',
  oneScreen,
  async ({ page, context, products, complaints }) => {
    const product = productWith(products, 1);
    const other = productWith(products, 1, product);
    const { weightInGrams, price } = variantOf(product, 0);
    const { _id: productId, productName } = product;
    const quotes = [{ productId, productName, weightInGrams, price: price + 10 }];
    const json = { success: false, message: `${productName} costs more now.`, data: { quotes } };
    await page.route('**/orders/create/', (route) => route.fulfill({ status: 409, json }));
    await comeWithCart(page, product);
    await page.goto('/checkout');
    await fillCheckout(page);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByRole('alert').getByText(json.message)).toBeVisible();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
    await page.keyboard.press('Escape');
    const total = `₹${(price + 10).toLocaleString('en-IN')}.00`;
    await expect(page.getByTestId('cart-total')).toHaveText(total);

    const tab = await context.newPage();
    await openProduct(tab, other);
    await tab
      .getByRole('button', { name: /^Increase/ })
      .first()
      .click();
    await tab.getByRole('button', { name: 'Add to Cart' }).click();
    const both = `₹${(price + 10 + variantOf(other, 0).price).toLocaleString('en-IN')}.00`;
    await expect(page.getByTestId('cart-total')).toHaveText(both);
    await page.reload();
    await expect(page.getByTestId('cart-total')).toHaveText(both);
  },
);
