import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { homeSectionWords } from '#words/home_sections';
import { ordersWords } from '#words/orders';
import { sliderWords } from '#words/slider';
import { startWords } from '#words/start';
import { expect, oneScreen, test } from './fixtures';
import { holdBack } from './hold_back';
import { paths } from '../src/paths';
import { stubMap } from './map';
import { accountPaths, drawnPaths } from './routes';
import { comeWithCart, logInByCall, productWith } from './shopper';

/** Sets up a returning browser: logged in, with two packs in the cart. */
async function comeBack(page: Page, products: readonly Product[]): Promise<void> {
  await comeWithCart(page, ...products.slice(0, 2));
  await logInByCall(page);
  await page.addInitScript(() => {
    if (window === window.top) sessionStorage.setItem('isLoginUser', 'true');
  });
}

/**
 * Opens a page and marks the server's markup before scripts run. Returns true if the mark is still there after hydration. React discards
 * markup that does not match.
 */
async function keepsWhatWasDrawn(page: Page, path: string, selector: string): Promise<boolean> {
  const run = await holdBack(page, '**/assets/index-*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  await page.evaluate(
    (place) => Object.assign(document.querySelector(place) ?? {}, { drawn: true }),
    selector,
  );
  await run();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await expect(page.getByText('Loading the shop…')).toHaveCount(0);
  return page.evaluate(
    (place) => (document.querySelector(place) as { drawn?: boolean } | null)?.drawn === true,
    selector,
  );
}

test(
  'drawn pages are taken over as they are, also with a login and a full cart',
  oneScreen,
  async ({ page, products }) => {
    test.slow();
    await stubMap(page);
    const product = productWith(products, 1);
    await comeBack(page, products);
    const ordered = `${paths.track}?order=VM-261123-7K3QX`;
    for (const path of [...drawnPaths, ...accountPaths, paths.track, ordered]) {
      expect(await keepsWhatWasDrawn(page, path, 'h1'), path).toBe(true);
    }
    // The URL names the order; the prerendered page does not know it.
    await expect(page.getByLabel(ordersWords.numberLabel)).toHaveValue('VM-261123-7K3QX');
    // The product replaces its preview, but the page around it stays.
    expect(await keepsWhatWasDrawn(page, `/product/${product._id}`, 'main')).toBe(true);
    await expect(page.getByRole('heading', { level: 2, name: 'Ingredients' })).toBeVisible();
  },
);

test('the sections below stay while their script is on the way', oneScreen, async ({ page }) => {
  const come = await holdBack(page, '**/assets/HomeSections-*.js');
  await page.goto('/');
  const heading = page.getByRole('heading', { name: homeSectionWords.promoHeading });
  const drawn = await heading.elementHandle();
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
  await expect(page.getByText(startWords.loading)).toHaveCount(0);
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
  await come();
  await expect(page.getByRole('list', { name: /^Reviews 1 to 4 of / })).toBeVisible();
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
});

test('a button pressed before the script has come acts when it is there', oneScreen, async ({ page }) => {
  const run = await holdBack(page, '**/assets/shop-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const pause = page.getByRole('button', { name: sliderWords.pause });
  await pause.click();
  await run();
  await expect(page.getByRole('button', { name: sliderWords.play })).toBeVisible();
});

for (const held of ['index', 'shop', 'OrdersPage'])
  test(
    `text typed before ${held} has come stays, and a press then loses nothing`,
    oneScreen,
    async ({ page, complaints }) => {
      const run = await holdBack(page, `**/assets/${held}-*.js`);
      await page.goto(`${paths.track}?order=VM-261123-7K3QX`, { waitUntil: 'commit' });
      const [mobileNumber, show] = [
        page.getByLabel(ordersWords.mobileLabel),
        page.getByRole('button', { name: ordersWords.track }),
      ];
      await mobileNumber.fill('9876543210');
      await show.click();
      await run();
      await expect(page.getByLabel(ordersWords.numberLabel)).toHaveValue('VM-261123-7K3QX');
      await expect(mobileNumber).toHaveValue('9876543210');
      await show.click();
      await expect(page.getByText(ordersWords.noSuchOrder).first()).toBeVisible();
      expect(page.url()).not.toContain('98765');
      for (const complaint of complaints.splice(0)) expect(complaint).toContain('404');
    },
  );

test(
  'a page whose scripts were cut off opens by itself when the network is back',
  oneScreen,
  async ({ page, complaints }) => {
    await page.route('**/assets/shop-*.js', (route) => route.abort('internetdisconnected'));
    await page.goto('/', { waitUntil: 'commit' });
    // A reload would show the browser's own error page.
    await page.route('/', (route) => route.abort('internetdisconnected'));
    await page.locator('[data-lost]').waitFor();
    await expect(page.getByText(startWords.overdue)).toBeVisible();
    await expect(page.getByRole('heading', { name: homeSectionWords.promoHeading })).toBeVisible();
    await page.unrouteAll();
    complaints.length = 0;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
    await expect(page.getByText(startWords.loading)).toHaveCount(0);
  },
);

test('nothing moves while a page is taken over', async ({ page, products }) => {
  await page.addInitScript(() => {
    const moved = Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await logInByCall(page);
  const product = paths.product(productWith(products, 1)._id);
  for (const path of ['/', '/shop', '/blog', '/cart', product, ...accountPaths]) {
    await page.goto(path);
    await expect(page.getByText(startWords.loading)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
    expect(moved, path).toBeLessThanOrEqual(0.02);
  }
});

test('without scripts there is still a page to read', oneScreen, async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  for (const path of ['/', '/faq', '/blog/1', '/returnpolicy']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Vanmool');
  }
  await context.close();
});
