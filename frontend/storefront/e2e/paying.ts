import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { expectFine } from './accessibility';
import { expect } from './fixtures';
import { choose, fillCheckout, openProduct, variantOf } from './shopper';

/** One look at a page that has loaded. The `toPass` around it loads the page again and waits. */
export const LOOK_MS = 500;

/** Orders packs to be paid online, up to the page on which they are paid. Answers the mail's address and the order's number. */
export async function orderOnline(page: Page, product: Product, way: string, packs = 1) {
  const { weightInGrams, price } = variantOf(product, 0);
  const total = `₹${(packs * price).toLocaleString('en-IN')}.00`;
  await openProduct(page, product);
  await choose(page, product, weightInGrams, packs);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  const email = await fillCheckout(page);
  const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
  await dialog.getByRole('radio', { name: way, exact: true }).check();
  await expect(dialog.getByTestId('order-total')).toHaveText(total);
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay your order' })).toBeVisible();
  await expect(page.getByRole('article').getByText(total)).toBeVisible();
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  return { email, number };
}

/** The way to an order that its mails show, without the site before it: the number and what proves whose it is. */
export function proofIn(mail: string): string {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const proof = text.match(/http:\/\/localhost:\d+\/\w+(#[\w/-]+)/)?.[1];
  if (!proof) throw new Error('the mail holds no link');
  return proof;
}

/** What the page on which an order was paid says. */
export function thanks(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'Thank you, your order is paid' });
}
