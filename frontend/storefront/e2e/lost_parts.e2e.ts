import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { shop } from '#content/shop';
import { homeSectionWords } from '#words/home_sections';
import { startWords } from '#words/start';
import { type PageName, pages } from '../src/page_table';
import { paths } from '../src/paths';
import { expect, test } from './fixtures';
import { OF_THE_DOCUMENT, partsOfShop, refusedOn } from './parts';
import { everyPage } from './routes';
import { productWith, putIntoCart, variantOf } from './shopper';

/** The factor by which the shop's waits between tries are shortened. */
const HASTE = 100;
/** Parts of the frame around every page. The home page tests their loss for all pages. */
const AROUND_EVERY_PAGE = /^\/assets\/(DrawerPanel|Dialog|Footer|disclaimer|Toasts)-/;

async function openHasty(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((haste) => {
    const { setTimeout } = window;
    const hasty = (act: TimerHandler, wait = 0) => setTimeout(act, wait / haste);
    window.setTimeout = hasty as typeof window.setTimeout;
  }, HASTE);
  return page;
}

/** The scripts and style sheets that a page requests until the network is idle. */
async function partsOf(page: Page, path: string): Promise<string[]> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.+\.(js|css)$/.test(pathname)) asked.add(pathname);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.locator('.Toastify')).toBeAttached();
  page.removeAllListeners('request');
  return [...asked];
}

/** Opens a page while parts of it are blocked, and waits until their loads have failed. */
async function openWithout(page: Page, network: CDPSession, parts: string[], path: string): Promise<void> {
  // A route would send every request through this process and disable the browser's cache.
  await network.send('Network.setBlockedURLs', { urls: parts.map((part) => `*${part}`) });
  const tries = new Map(parts.map((part) => [part, 0]));
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url());
    const before = tries.get(pathname);
    if (before !== undefined) tries.set(pathname, before + 1);
  });
  const enough = parts.some((part) => OF_THE_DOCUMENT.test(part)) ? 1 : 2;
  const go = () => page.goto(path, { waitUntil: 'commit' });
  // The previous page may reload at that moment, which aborts this navigation or replaces it.
  await expect(go).toPass();
  await expect(async () => {
    if (page.url() !== new URL(path, page.url()).href) await go();
    expect(Math.max(...tries.values()), `${path} asks for ${parts}`).toBeGreaterThanOrEqual(enough);
  }).toPass({ intervals: [50] });
  page.removeAllListeners('requestfailed');
}

/** Fails unless the page has a link to the cart, and a heading or a way to retry. */
async function expectUsable(page: Page, what: string): Promise<void> {
  const wayOn = page.getByRole('banner').getByRole('link', { name: 'Cart' });
  const heading = page.getByRole('heading', { level: 1 });
  const retry = page.getByRole('link', { name: startWords.retry });
  const retryNow = page.getByRole('button', { name: startWords.retry });
  await expect(async () => {
    // The notice appears by a style sheet animation after a delay, which is skipped here.
    await page.evaluate(() => {
      for (const each of document.getAnimations() as CSSAnimation[])
        if (each.animationName === 'overdue') each.finish();
    });
    await expect(wayOn.first()).toBeVisible({ timeout: 200 });
    await expect(heading.or(retry).or(retryNow).first()).toBeVisible({ timeout: 200 });
  }, what).toPass({ intervals: [50] });
}

/** Navigates to the cart, or from there to the home page: the farthest a shopper gets with a lost part. */
async function expectToLeave(page: Page, what: string): Promise<void> {
  const toHome = /\/(cart|checkout)$/.test(page.url());
  const name = toHome ? new RegExp(`^${shop.name}`) : /^Cart/;
  const to = toHome ? paths.home : paths.cart;
  const press = () => page.getByRole('banner').getByRole('link', { name }).first().click();
  // NaN differs from every time. The page is reloading at this moment.
  const opened = () => page.evaluate(() => performance.timeOrigin).catch(() => Number.NaN);
  const before = await opened();
  await press();
  const left = page.waitForURL(to, { waitUntil: 'commit', timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  // A press during a reload is lost with the old page. No other may be lost.
  if (!(await left) && (await opened()) !== before) await press();
  await expect(page, what).toHaveURL(to);
  await expectUsable(page, `${what}, and left`);
}

test.describe.configure({ mode: 'parallel' });

for (const name of Object.keys(pages) as PageName[]) {
  test(`whichever script or style sheet is lost, the page ${name} can be used, and left by a press`, async ({
    context,
    products,
  }) => {
    test.slow();
    const { path } = { checkout: { path: paths.checkout }, ...everyPage(productWith(products, 1)) }[name];
    const page = await openHasty(context);
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const parts = await partsOf(page, path);
    const shopParts = partsOfShop();
    expect(parts).toEqual(expect.arrayContaining(shopParts));
    for (const together of refusedOn(name, parts)) {
      const lost = together.filter((part) => name === 'home' || !AROUND_EVERY_PAGE.test(part));
      if (lost.length === 0) continue;
      await openWithout(page, network, lost, path);
      // By then the page was reloaded once without success.
      if (lost.some((part) => shopParts.includes(part) && !OF_THE_DOCUMENT.test(part)))
        await page.locator('[data-lost]').waitFor();
      await expectUsable(page, `${path} without ${lost}`);
      await expectToLeave(page, `${path} without ${lost}`);
    }
  });
}

test('after a release the page of the version before is loaded once more, and opens', async ({
  page,
  complaints,
}) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++;
  });
  await page.route('**/assets/shop-*.js', (route) =>
    documents === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
  expect(documents).toBe(2);
  expect(new Set(complaints.splice(0))).toEqual(new Set([expect.stringContaining('404')]));
});

test('a shop that does not come says so, can be read, and opens when the shopper asks again', async ({
  page,
  complaints,
}) => {
  await page.route('**/assets/shop-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.locator('[data-lost]').waitFor();
  await expect(page.getByText(startWords.overdue)).toBeVisible();
  await expect(page.getByRole('heading', { name: homeSectionWords.promoHeading })).toBeVisible();
  await page.unrouteAll();
  complaints.length = 0;
  await page.getByRole('link', { name: startWords.retry }).click();
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
});

test('a page whose code is lost comes when the shopper asks again, without a reload', async ({
  page,
  complaints,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
  await page.route('**/assets/FaqPage-*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
  await expect(page.getByRole('heading', { name: startWords.errorTitle })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.unrouteAll();
  await page.getByRole('button', { name: startWords.retry }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Questions, plainly answered' })).toBeVisible();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  complaints.length = 0;
});

test('a message is told without the code of the messages', async ({ page, products, complaints }) => {
  await page.route('**/assets/Toasts-*', (route) => route.abort());
  const product = productWith(products, 1);
  await putIntoCart(page, product, variantOf(product, 0).weightInGrams, 1);
  complaints.length = 0;
});

test('an address with a broken part of a page opens the page', async ({ page }) => {
  await page.goto('/#50%off');
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
});
