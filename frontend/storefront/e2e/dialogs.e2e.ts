import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { expect, test } from './fixtures';
import { expectFocusBack, expectFocusKept } from './focus';
import { paths } from '../src/paths';
import { comeWithCart, fillCheckout, logInByCall, productWith } from './shopper';

/** Opens every dialog of this part of a page and closes it in every way. */
async function tryAll(page: Page, part = page.getByRole('main')): Promise<number> {
  const openers = await part.locator('[aria-haspopup="dialog"]').all();
  for (const opener of openers) {
    // oxlint-disable-next-line no-await-in-loop -- one dialog after the other
    await expectFocusBack(page, opener, () => expectAccessible(page));
  }
  return openers.length;
}

/** Saves an address for the logged-in account. */
async function saveAddress(page: Page): Promise<void> {
  const address = {
    fullname: 'Asha Patel',
    mobilenumber: '9876543210',
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395007',
    isDefault: true,
  };
  expect((await page.request.post('/api/v1/users/addresses', { data: address })).ok()).toBe(true);
}

test('every dialog of the cart and the checkout gives the focus back', async ({ page, products }) => {
  await comeWithCart(page, productWith(products, 1));
  await page.goto(paths.cart);
  await expect(page.getByRole('button', { name: 'Check out' })).toBeVisible();
  expect(await tryAll(page)).toBeGreaterThan(1);
  await page.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeFocused();

  await test.step('a refusal takes the focus to the error, and the last pack’s removal to the page', async () => {
    await page.goto(paths.checkout);
    await page.getByRole('button', { name: 'Proceed to Payment' }).press('Enter');
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectFocusKept(page);
    await page.getByRole('button', { name: /^Remove/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await expectFocusKept(page);
  });
});

test('every dialog of an account and its orders gives the focus back', async ({ page, products }) => {
  test.slow();
  await logInByCall(page);
  await saveAddress(page);
  await comeWithCart(page, productWith(products, 1));
  await page.goto(paths.checkout);
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const number = (await page.getByText(/^VM-/).textContent()) ?? '';
  const pages = [
    paths.order(number),
    ...['addresses', 'details', 'data'].map((section) => paths.profile(section)),
  ];
  for (const path of pages) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('main').locator('[aria-haspopup="dialog"]').first()).toBeVisible();
      expect(await tryAll(page)).toBeGreaterThan(0);
    });
    // oxlint-enable no-await-in-loop
  }

  await test.step('the focus stays in the page when the button that opened the dialog is deleted', async () => {
    await page.goto(paths.profile('addresses'));
    await page.getByRole('button', { name: /^Delete/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter');
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await expectFocusKept(page);
  });
});

test('the drawer of a phone gives the focus back', async ({ page, viewport }) => {
  test.skip((viewport?.width ?? 0) > 760, 'a desktop has no drawer');
  await page.goto(paths.home);
  expect(await tryAll(page, page.getByRole('banner'))).toBe(1);
});
