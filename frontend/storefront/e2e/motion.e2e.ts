import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { expect, test } from './fixtures';
import { openProduct, productWith } from './shopper';

const pause = (page: Page) => page.getByRole('button', { name: 'Pause the pictures' });
const shownSlide = (page: Page) =>
  page.locator('[aria-roledescription="slide"]:not([inert])').first().getAttribute('aria-label');

/** Opens the home page with a fake clock and waits for the product list. */
async function openHome(page: Page) {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
}

/** True if the canvas of the page is not empty. */
const isPainted = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    if (canvas.width === 0 || canvas.height === 0) return false;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return data?.some((value) => value > 0) ?? false;
  });

/** Gives each product the photos of all products. */
async function givePhotos(page: Page, products: readonly Product[]) {
  const photos = products.flatMap((each) => each.photos);
  // oxlint-disable-next-line no-await-in-loop -- said to the browser one after the other
  for (const product of products)
    await page.route(`**/api/v1/products/${product._id}`, (route) =>
      route.fulfill({ json: { success: true, data: { ...product, photos } } }),
    );
}

test('the hero changes every 5 seconds, and its pause button holds it', async ({ page }) => {
  await openHome(page);
  expect(await shownSlide(page)).toBe('Slide 1 of 6');
  // Each slide starts its own five seconds, so the clock is advanced slide by slide.
  for (const slide of [2, 3, 4, 5, 6, 1]) {
    await page.clock.runFor(5000);
    await expect.poll(() => shownSlide(page)).toBe(`Slide ${slide} of 6`);
  }

  await pause(page).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  expect(await shownSlide(page)).toBe('Slide 1 of 6');
  await page.getByRole('button', { name: 'Show slide 4 of 6' }).click();
  await expect.poll(() => shownSlide(page)).toBe('Slide 4 of 6');
});

test('the photos of a product change every 3 seconds, and their pause button holds them', async ({
  page,
  products,
}) => {
  await givePhotos(page, products);
  await page.clock.install();
  await openProduct(page, productWith(products, 1));
  await expect(pause(page)).toBeVisible();
  expect(await shownSlide(page)).toMatch(/^Photo 1 of /);
  await page.clock.runFor(3000);
  await expect.poll(() => shownSlide(page)).toMatch(/^Photo 2 of /);
  await pause(page).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  expect(await shownSlide(page)).toMatch(/^Photo 2 of /);
  await page.getByRole('button', { name: /^Show photo 3 of / }).click();
  await expect.poll(() => shownSlide(page)).toMatch(/^Photo 3 of /);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the pictures stand still and need no pause button', async ({ page, products }) => {
    await givePhotos(page, products);
    await openHome(page);
    await page.clock.runFor(30_000);
    expect(await shownSlide(page)).toBe('Slide 1 of 6');
    await expect(pause(page)).toBeHidden();
    await openProduct(page, productWith(products, 1));
    // Request timeouts use the same clock, so it is advanced after everything is loaded.
    expect(await shownSlide(page)).toMatch(/^Photo 1 of /);
    await page.clock.runFor(30_000);
    expect(await shownSlide(page)).toMatch(/^Photo 1 of /);
    await expect(pause(page)).toBeHidden();
  });

  test('figures do not count and no confetti falls', async ({ page }) => {
    await page.clock.install();
    await page.goto('/greeting');
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    await page.clock.runFor(500);
    expect(await isPainted(page)).toBe(false);
    await page.goto('/aboutUs');
    const facts = page.getByRole('region', { name: 'Counted so far' });
    await facts.scrollIntoViewIfNeeded();
    await expect(facts.locator('dd').first()).toHaveText(/^2M\+2M\+$/);
  });
});

test('figures count up once they are seen, for 3 and 4 seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/aboutUs');
  const facts = page.getByRole('region', { name: 'Counted so far' });
  const [customers, orders] = [0, 1].map((index) => facts.locator('dd [aria-hidden]').nth(index));
  if (!customers || !orders) throw new Error('there are two');
  await expect(page.getByText('Loading the shop…')).toHaveCount(0);
  // From here on only the test moves the clock, so a slow machine does not matter.
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
  await facts.scrollIntoViewIfNeeded();
  // They start when the browser reports them as visible, which does not depend on the clock.
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(customers).toHaveText(/^0\.[1-9]M\+$/, { timeout: 200 });
  }).toPass({ intervals: [50] });
  await page.clock.runFor(3000);
  await expect(customers).toHaveText('2M+');
  await expect(orders).toHaveText(/^\d\.\dM\+$/);
  await page.clock.runFor(1500);
  await expect(orders).toHaveText('10M+');
});

test('confetti falls on an order', async ({ page }) => {
  await page.goto('/greeting');
  await expect.poll(() => isPainted(page)).toBe(true);
  await expect(page.getByText('Delivery arriving in 5-7 business days')).toBeVisible();
  await expect(page.getByText('Payment receipt will be issued after payment.')).toBeVisible();
});
