import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { expect, test } from './fixtures';
import { tabTo } from './focus';
import { ordersOf } from './records';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a shopper buys by keyboard alone', async ({ page, shop }) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  const search = page.getByRole('combobox', { name: 'Search products' });
  await tabTo(page, search);
  await page.keyboard.type('moring');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Moringa Powder' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Increase quantity of Moringa Powder, 100 g' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Add to Cart'));
  await page.keyboard.press('Enter');
  const toast = page.getByText('Added 2 item(s) to cart!');
  await expect(toast).toBeVisible();
  // The toast covers the link to the cart and disappears by itself.
  await expect(toast).toBeHidden();

  await page.keyboard.press('Home');
  await tabTo(page, page.getByRole('link', { name: 'Cart, 2 items' }), 100);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Cart (2 items)' })).toBeVisible();

  await tabTo(page, button(page, /^Remove/));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, /^Remove/)).toBeFocused();

  await tabTo(page, button(page, 'Check out'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  const email = `asha.${crypto.randomUUID()}@example.com`;
  for (const value of ['Asha Patel', email, '9876543210', '12 Ring Road, Surat', '395007']) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  // The payment methods are next in the tab order, also while the pincode is looked up.
  await expect(page.getByRole('radio', { name: 'Pay later' })).toBeFocused();
  await tabTo(page, button(page, 'Proceed to Payment'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  expect(await ordersOf(shop, email)).toHaveLength(1);
  await tabTo(page, page.getByRole('link', { name: 'Continue Shopping' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('an answer of the FAQ opens by keyboard and closes the one before', async ({ page }) => {
  await page.goto('/faq');
  const items = page.getByRole('main').locator('details');
  const open = page.getByRole('main').locator('details[open]');
  await expect(items).toHaveCount(10);
  await expect(open).toHaveCount(1);
  const third = items.nth(2).locator('summary');
  await tabTo(page, third);
  await page.keyboard.press('Enter');
  await expect(items.nth(2).getByRole('paragraph')).toBeVisible();
  await expect(open).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(open).toHaveCount(0);
  await expectAccessible(page);
});

test('the hero is steered by keyboard, its pause button first', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  const pause = button(page, 'Pause the pictures');
  await tabTo(page, pause);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Let the pictures change')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Show slide 1 of 6')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, 'Show slide 2 of 6')).toBeFocused();
  await expect(page.getByRole('group', { name: 'Slide 2 of 6' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The tree behind the house.' })).toBeVisible();
});
