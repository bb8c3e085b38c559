import type { Locator, Page } from '@playwright/test';
import { expect, oneScreen, test } from './fixtures';
import { holdBack } from './hold_back';
import { productWith } from './shopper';

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls the page and waits until it has moved. */
async function scrollTo(page: Page, top: number) {
  await page.evaluate(async (position) => {
    const told = new Promise((done) => window.addEventListener('scroll', done, { once: true }));
    window.scrollTo({ top: position, behavior: 'instant' });
    await told;
  }, top);
  expect(await scrollTop(page)).toBe(top);
}

test('every navigation starts at the top with the focus at the content', async ({ page, products }) => {
  const product = productWith(products, 1);
  await page.goto('/');
  const card = page.getByRole('link', { name: `Choose weight: ${product.productName}` });
  await expect(card).toBeAttached();
  await scrollTo(page, 700);
  // A Playwright click would scroll to the card first.
  await card.evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: product.productName })).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test(
  'a page that is on its way is seen to be, and read out when it is there',
  oneScreen,
  async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
    const come = await holdBack(page, '**/assets/FaqPage-*.js');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'FAQs' })
      .evaluate((link: HTMLElement) => link.click());
    const bar = page.getByRole('progressbar');
    await expect(bar).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Vanmool/ })).toBeAttached();
    await come();
    await expect(page.getByRole('heading', { level: 1, name: 'Questions, plainly answered' })).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect(page.locator('[aria-live="polite"]').getByText('Frequently asked questions')).toBeAttached();
  },
);

/** The head for search engines, messengers and a phone's Share, of the shown page or of a sent document. */
const headOf = (page: Page, sent?: string) =>
  page.evaluate((html) => {
    const { head } = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
    const read = (selector: string, attribute = 'content') =>
      head.querySelector(selector)?.getAttribute(attribute);
    const [title, url, type, image] = ['title', 'url', 'type', 'image'].map((name) =>
      read(`meta[property="og:${name}"]`),
    );
    return {
      canonical: read('link[rel="canonical"]', 'href'),
      robots: read('meta[name="robots"]'),
      title,
      url,
      type,
      image,
    };
  }, sent);

test(
  'a page opened in the browser has the head that the shop sends for it',
  oneScreen,
  async ({ page, products, request }) => {
    const product = `/product/${productWith(products, 1)._id}`;
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
    for (const path of [product, '/blog', '/blog/1', '/faq', '/']) {
      const link = page.locator(`a[href="${path}"]`).first();
      await link.evaluate((element: HTMLElement) => element.click());
      const sent = await headOf(page, await (await request.get(path)).text());
      await expect.poll(() => headOf(page), path).toEqual(sent);
    }
    await page.getByRole('link', { name: /^Cart, / }).click();
    const hidden = { robots: 'noindex', canonical: undefined, url: undefined };
    await expect.poll(() => headOf(page)).toMatchObject({ ...hidden, title: 'Your cart · Vanmool' });
    await page.getByRole('combobox', { name: 'Search products' }).fill('qqqq');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => headOf(page))
      .toMatchObject({ ...hidden, title: 'Sacred Page Not Found · Vanmool' });
  },
);

test('going back finds a page where it was left, going forward too, and a reload stays', async ({
  page,
  products,
}) => {
  const product = productWith(products, 1);
  await page.goto('/shop');
  await expect(page.getByRole('link', { name: `Choose weight: ${product.productName}` })).toBeVisible();
  await scrollTo(page, 500);
  await page
    .getByRole('link', { name: /^Choose weight/ })
    .last()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 2, name: 'Ingredients' })).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
  await scrollTo(page, 300);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(500);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 2, name: 'Ingredients' })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(300);
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(300);
});

test('the shelf can be shared: its choice stands in the address', async ({ page }) => {
  await page.goto('/shop');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Choose weight/ }).first()).toBeVisible();
  await main.getByRole('radio', { name: 'Boxes' }).check();
  await main.getByLabel('Sort by').selectOption('Price, low to high');
  await expect(page).toHaveURL('/shop?type=box&sort=price-asc');
  const names = await main.getByRole('heading', { level: 3 }).allTextContents();
  await page.goto('/shop?type=box&sort=price-asc');
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(names);
  expect(names.length).toBeGreaterThan(1);
});

test('a search opens the best match, and one without a match leads to /404', async ({ page }) => {
  await page.goto('/');
  // Before the script has loaded, the browser itself submits the form to the shop page.
  await expect(page.getByText('Loading the shop…')).toHaveCount(0);
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.press('Enter');
  await expect(page).toHaveURL('/');
  await search.fill('   ');
  await search.press('Enter');
  await expect(page).toHaveURL('/');
  await search.fill('karla');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Karela Powder' })).toBeVisible();
  await search.fill('qqqq');
  await search.press('Enter');
  await expect(page).toHaveURL('/404?q=qqqq');
  await expect(page.getByRole('heading', { level: 1, name: 'Sacred Page Not Found' })).toBeVisible();
  await expect(page.getByText('We looked for “qqqq”')).toBeVisible();
});

test('choosing a product in the list beside the search opens it', async ({ page, products }) => {
  const product = productWith(products, 1);
  await page.goto('/');
  const choice = page.getByRole('combobox', { name: 'Choose a product' });
  await expect(choice.getByRole('option')).toHaveCount(products.length + 1);
  await choice.selectOption(product.productName);
  await expect(page).toHaveURL(`/product/${product._id}`);
});

/** Presses a button that shows a toast, and returns the toast. */
async function bring(page: Page, press: string | RegExp, message: string): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: press }).first().click();
  const toast = page.locator('.Toastify__toast').filter({ hasText: message });
  await expect(toast).toBeVisible();
  return toast;
}

/** Ends a toast's progress bar, which is its timer. Returns the bar's duration. */
const runOut = (toast: Locator) =>
  toast.locator('.Toastify__progress-bar--animated').evaluate(async (bar) => {
    const [clock] = bar.getAnimations();
    const lasts = clock?.effect?.getTiming().duration;
    clock?.finish();
    return lasts;
  });

async function expectMessagesToLast(page: Page, product: string) {
  const nothingChosen = 'Please select at least one quantity for a weight variant to add to cart.';
  await page.goto(product);
  const shoppingError = await bring(page, 'Add to Cart', nothingChosen);
  expect(await runOut(shoppingError)).toBe(2000);
  await expect(shoppingError).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Increase quantity/ })
    .first()
    .click();
  const success = await bring(page, 'Add to Cart', 'Added 1 item(s) to cart!');
  expect(await runOut(success)).toBe(2000);
  await expect(success).toHaveCount(0);
  await page.goto('/login');
  const error = await bring(page, 'Log in', 'Please enter a valid email address.');
  expect(await runOut(error)).toBe(4000);
  await expect(error).toHaveCount(0);
  const closed = await bring(page, 'Log in', 'Please enter a valid email address.');
  await closed.getByRole('button', { name: 'close' }).click();
  await expect(closed).toHaveCount(0);
}

test(
  'messages last 4 s for an error, 2 s for a success and in the cart, and can be closed',
  oneScreen,
  async ({ page, products }) => {
    await expectMessagesToLast(page, `/product/${productWith(products, 1)._id}`);
  },
);

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('messages last as long, and go all the same', oneScreen, async ({ page, products }) => {
    await expectMessagesToLast(page, `/product/${productWith(products, 1)._id}`);
  });
});

test('toasts stand at the top right', async ({ page, products, viewport }) => {
  await page.goto(`/product/${productWith(products, 1)._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const toast = page
    .getByRole('alert')
    .filter({ hasText: 'Please select at least one quantity for a weight variant to add to cart.' });
  await expect(toast).toBeVisible();
  // It slides in from above or from the side.
  const place = async () => {
    const { x, y, width } = (await toast.boundingBox()) ?? { x: -999, y: 999, width: 0 };
    return { fromTheTop: y < 120, fromTheRight: (viewport?.width ?? 0) - x - width < 40 };
  };
  await expect.poll(place).toEqual({ fromTheTop: true, fromTheRight: true });
});
