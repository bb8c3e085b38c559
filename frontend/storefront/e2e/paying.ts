import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { expectFine } from './accessibility';
import { expect } from './fixtures';
import { choose, fillCheckout, openProduct, variantOf } from './shopper';

/** The timeout of one check of a loaded page. The `toPass` around it reloads the page and waits. */
export const LOOK_MS = 500;

/** Orders packs with online payment, up to the payment page. Returns the email address and the order number. */
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

/** The hash of the order link in a mail: order number and token. */
export function proofIn(mail: string): string {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const proof = text.match(/http:\/\/localhost:\d+\/\w+(#[\w/-]+)/)?.[1];
  if (!proof) throw new Error('the mail holds no link');
  return proof;
}

/** The heading of the payment page after payment. */
export function thanks(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'Thank you, your order is paid' });
}
