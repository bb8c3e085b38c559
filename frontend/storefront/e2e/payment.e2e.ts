import type { Page } from '@playwright/test';
import { expectFine } from './accessibility';
import { expect, oneScreen, test } from './fixtures';
import { mailTo } from './mailbox';
import { operator } from './operator';
import { choose, fillCheckout, openProduct, productWith, variantOf } from './shopper';

/** The order number on the confirmation page. */
async function orderNumber(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const number = page.getByText(/^Your order number/).locator('b');
  return (await number.textContent()) ?? '';
}

/** The tracking link in a mail's plain text, the same in every language. */
function linkIn(mail: string): string {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = text.match(/http:\/\/localhost:\d+(\/track#[\w/-]+)/)?.[1];
  if (!link) throw new Error('the mail holds no link');
  return link;
}

test(
  'a shopper pays at the door, follows the order by the mail’s link, and cancels it',
  oneScreen,
  async ({ page, products, shop, complaints }) => {
    const { stock } = operator(shop);
    const product = productWith(products, 2);
    const { weightInGrams, price } = variantOf(product, 1);
    const reserved = async () => {
      const { batches } = await stock('ListBatches', { pack: { productId: product._id, weightInGrams } });
      return (batches as { reserved: number }[]).reduce((sum, batch) => sum + batch.reserved, 0);
    };

    await openProduct(page, product);
    const pincode = page.getByLabel('Delivery to you');
    await pincode.fill('999999');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('There is no pincode 999999. Please check it.')).toBeVisible();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
    await pincode.fill('744101');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('Prepaid free · No cash on delivery here')).toBeVisible();
    await expectFine(page);

    await choose(page, product, weightInGrams, 1);
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await expect(page.getByText('Prepaid free · No cash on delivery here')).toBeVisible();
    await expectFine(page);
    await page.getByRole('button', { name: 'Check out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
    await expect(dialog.getByLabel('Pincode')).toHaveValue('744101');
    const cash = dialog.getByRole('radio', { name: 'Cash on delivery' });
    await expect(cash).toBeDisabled();

    const email = await fillCheckout(page);
    await expect(dialog.getByText(/^Surat, Gujarat:/)).toBeVisible();
    await cash.check();
    await expect(dialog.getByTestId('order-total')).toHaveText(`₹${price + 50}.00`);
    await expectFine(page);
    const before = await reserved();
    await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
    const number = await orderNumber(page);
    await expect.poll(reserved).toBe(before + 1);

    const mail = await mailTo(shop, email, 'Order Confirmed');
    expect(mail).toContain('Cash on delivery');
    // Like another device: without a stored proof for the order.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(linkIn(mail));
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 2, name: `Order ${number}` })).toBeFocused();
    await expect(article.getByText('Pay in cash on delivery.')).toBeVisible();
    await expect(article.getByTestId('order-total')).toHaveText(`₹${price + 50}.00`);
    await expect(article.getByText('Ring Road')).toHaveCount(0);
    await expectFine(page);
    await article.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
    await expect.poll(reserved).toBe(before);
    await mailTo(shop, email, 'cancelled');
  },
);
