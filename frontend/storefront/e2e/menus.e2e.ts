import { expectAccessible } from './accessibility';
import { expect, test } from './fixtures';

const isPhone = (viewport: { width: number } | null) => (viewport?.width ?? 0) < 760;

test('the menus open and close by keyboard, and are accessible', async ({ page, viewport }) => {
  test.skip(isPhone(viewport), 'phones have the drawer');
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  for (const [menu, item] of [
    ['Packets', 'Moringa Powder'],
    ['Boxes', 'B12 Powder'],
    ['Help Center', 'Live Chat'],
  ] as const) {
    const opener = page.getByRole('button', { name: menu });
    await opener.focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('banner').getByRole('link', { name: item, exact: true });
    await expect(link).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await page.getByRole('button', { name: 'Packets' }).press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Moringa Powder' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'B12 Powder' })).toHaveCount(0);
});

test('a press beside the drawer closes it and reaches nothing else', async ({ page, viewport }) => {
  test.skip(!isPhone(viewport), 'wide screens have menus');
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  const cart = page.getByRole('link', { name: 'Cart, 0 items' });
  const { x, y, width, height } = (await cart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  // If the press had reached something, that would be open by now.
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the drawer opens and closes by keyboard, and is accessible', async ({ page, viewport }) => {
  test.skip(!isPhone(viewport), 'wide screens have menus');
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await drawer.getByText('Packets').press('Enter');
  await expect(drawer.getByRole('link', { name: 'Moringa Powder' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'B12 Powder' })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});
