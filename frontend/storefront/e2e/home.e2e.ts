import { expect, test } from './fixtures';

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
