import { expect, oneScreen, test } from './fixtures';

test('the reviews of the home page come four at a time and round again', async ({ page }) => {
  await page.goto('/');
  const reviews = page.getByRole('list', { name: /^Reviews? / });
  await expect(reviews).toHaveAccessibleName(/^Reviews 1 to 4 of /);
  await page.getByRole('button', { name: 'Previous reviews' }).click();
  await expect(reviews).not.toHaveAccessibleName(/^Reviews? 1 /);
  await page.getByRole('button', { name: 'Next reviews' }).click();
  await expect(reviews).toHaveAccessibleName(/^Reviews 1 to 4 of /);
  await expect(reviews.getByRole('listitem')).toHaveCount(4);
});

test('the wheel scrolls the products sideways and lets go at the end', async ({
  page,
  isMobile,
  hasTouch,
}) => {
  test.skip(isMobile || hasTouch, 'phones have no wheel');
  await page.goto('/');
  const strip = page.getByRole('list', { name: 'Products' });
  await expect(strip.getByRole('link').first()).toBeVisible();
  await strip.scrollIntoViewIfNeeded();
  await strip.hover();
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBe(300);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await page.mouse.wheel(0, 100_000);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before);
});

test(
  'a card shows the listed price, struck through, and what is off',
  oneScreen,
  async ({ page, products }) => {
    await page.goto('/');
    const [product] = products;
    if (!product) throw new Error('the shop sells nothing');
    const card = page
      .getByRole('list', { name: 'Products' })
      .getByRole('listitem')
      .filter({ hasText: product.tagline });
    const listed = product.actualPrice + Math.floor((product.actualPrice * product.discount) / 100);
    await expect(card.locator('s')).toHaveText(`₹${listed}`);
    await expect(card).toContainText(`₹${product.actualPrice}`);
    await expect(card).toContainText(`${product.discount}%OFF`);
  },
);
