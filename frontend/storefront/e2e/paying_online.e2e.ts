import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility';
import { expect, oneScreen, test } from './fixtures';
import { mailTo } from './mailbox';
import { choose, fillCheckout, openProduct, productWith, variantOf } from './shopper';
import type { Product } from '../src/api/types';

// Against the simulated provider that `shop run` starts: deploy/payment_simulator says what its page offers.

async function expectFine(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

/** Orders a pack to be paid online, up to the page on which it is paid. Answers the mail's address and the order's number. */
async function orderOnline(page: Page, product: Product) {
  const { weightInGrams, price } = variantOf(product, 0);
  await openProduct(page, product);
  await choose(page, product, weightInGrams, 1);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  const email = await fillCheckout(page);
  const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
  await dialog.getByRole('radio', { name: 'Pay by UPI or card (simulated)' }).check();
  await expect(dialog.getByTestId('order-total')).toHaveText(`₹${price}.00`);
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay your order' })).toBeVisible();
  await expect(page.getByText('This is a trial: no money moves.')).toBeVisible();
  await expect(page.getByRole('article').getByText(`₹${price}.00`)).toBeVisible();
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  return { email, number };
}

/** The way to an order that its mails show, without the site before it: the number and what proves whose it is. */
function proofIn(mail: string): string {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const proof = text.match(/http:\/\/localhost:\d+\/\w+(#[\w/-]+)/)?.[1];
  if (!proof) throw new Error('the mail holds no link');
  return proof;
}

const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Thank you, your order is paid' });

test(
  'a shopper whose bank declines pays at the second try, closes the tab, and finds the order paid by the mail’s link',
  oneScreen,
  async ({ page, context, browser, baseURL, products, shop }) => {
    const { email, number } = await orderOnline(page, productWith(products, 1));
    await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/);
    await expectFine(page);
    await page.getByRole('button', { name: 'I have paid' }).click();
    await expect(page.getByText('We have not seen your payment yet. We go on looking.')).toBeVisible();

    await page.getByRole('link', { name: 'Pay by UPI or card' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Your bank declined the payment.')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Close the tab after paying/ }).check();
    await page.getByRole('button', { name: 'Pay by UPI' }).click();
    await expect(page.getByText('Paid. You can close this tab.')).toBeVisible();
    await page.close();
    await context.clearCookies();

    // Another browser: nothing of the first proves whose the order is.
    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
    const phone = await elsewhere.newPage();
    const proof = proofIn(await mailTo(shop, email, 'Order Confirmed'));
    expect(proof).toContain(`#${number}/`);
    await phone.goto(`/payment${proof}`);
    await expect(thanks(phone)).toBeVisible();
    await expectFine(phone);
    await phone.getByRole('link', { name: 'Follow your order' }).click();
    const article = phone.getByRole('article');
    await expect(article.getByText('Paid. Thank you.')).toBeVisible();
    await expect(article.getByText('We are getting your parcel ready.')).toBeVisible();
    await expect(article.getByRole('link', { name: 'Pay now' })).toHaveCount(0);
    await expectFine(phone);
    await elsewhere.close();
  },
);

test(
  'a shopper who comes back from the provider sees that the order is paid, and a cancelled one gives the money back',
  oneScreen,
  async ({ page, products, shop }) => {
    const { email, number } = await orderOnline(page, productWith(products, 1));
    await page.getByRole('link', { name: 'Pay by UPI or card' }).click();
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await expect(thanks(page)).toBeVisible();
    await expect(page).toHaveURL(`/payment?order=${number}`);
    await expectFine(page);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept, 'what proves whose it is, is forgotten').not.toContain('9876543210');

    await page.goto(`/track${proofIn(await mailTo(shop, email, 'Order Confirmed'))}`);
    const article = page.getByRole('article');
    await expect(article.getByText('Paid. Thank you.')).toBeVisible();
    await article.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(article.getByText(/ back to you$/)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  },
);

test(
  'an order that waits for its money is paid from its mail on another device',
  oneScreen,
  async ({ page, browser, baseURL, products, shop }) => {
    const { email } = await orderOnline(page, productWith(products, 1));
    const proof = proofIn(await mailTo(shop, email, 'Order Confirmed'));
    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
    const other = await elsewhere.newPage();
    await other.goto(`/track${proof}`);
    await other.getByRole('link', { name: 'Pay now' }).click();
    await other.getByRole('link', { name: 'Pay by UPI or card' }).click();
    await other.getByRole('checkbox', { name: /^Close the tab after paying/ }).check();
    await other.getByRole('button', { name: 'Pay by UPI' }).click();
    await expect(other.getByText('Paid. You can close this tab.')).toBeVisible();
    // The first device hears of it by itself.
    await expect(thanks(page)).toBeVisible({ timeout: 40_000 });
    await elsewhere.close();
  },
);
