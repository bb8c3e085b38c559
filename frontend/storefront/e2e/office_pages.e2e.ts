import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { cutOff, expectAccessible, expectNoSidewaysScroll } from './accessibility';
import { invite, signInAgain } from './colleague';
import { expect, test } from './fixtures';
import { expectFocusBack, expectFocusKept, lostByTab } from './focus';
import { type Seeds, seeds, writeProduct } from './office_seeds';

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1366, height: 768 };
/** The laptop's window at 200 % zoom. */
const ZOOMED = { width: LAPTOP.width / 2, height: LAPTOP.height / 2 };

/** The source of the office's routes, so that new pages are tested without an entry here. */
const table = readFileSync(new URL('../../office/src/routes.tsx', import.meta.url), 'utf8');
const routes = [...table.matchAll(/\bpage\(\s*'([^']*)'/g)].map(([, path = '']) => path);

/** Paths with the parameters of existing records. */
const filled: Record<string, (known: Seeds) => string> = {
  'orders/:number': ({ orders }) => `orders/${orders.placed}`,
  'orders/print': ({ orders }) => `orders/print?view=labels&numbers=${orders.packed}`,
  'products/:id': ({ pack }) => `products/${pack.productId}`,
  'stock/:productId/:grams': ({ pack }) => `stock/${pack.productId}/${pack.weightInGrams}`,
  'messages/:id': ({ ticketId }) => `messages/${ticketId}`,
  'shoppers/:id': ({ shopperId }) => `shoppers/${shopperId}`,
};

/** More records for the same page, on which other actions are possible. */
const further: Record<string, (known: Seeds) => string[]> = {
  'orders/:number': ({ orders }) =>
    [orders.paid, orders.packed, orders.shipped, orders.returning, orders.accepted, orders.returned].map(
      (number) => `orders/${number}`,
    ),
};

/** Labels of buttons that open a dialog: those that end in an ellipsis, and those that add something. */
const OPENS = /…|^(Receive|Invite)/;
/** Labels of buttons that open a form in place. */
const IN_PLACE = /^(Refuse|Answer publicly|Change the answer)…/;

function addressOf(route: string, known: Seeds): string {
  const address = filled[route]?.(known) ?? route;
  if (/:|undefined/.test(address))
    throw new Error(`say in "filled" what stands for the parameters of ${route}`);
  return `/${address}`;
}

/** Opens a page of the office and waits until its content is loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading .*…$/)).toHaveCount(0);
  await expect(page.getByRole('alert'), address).toHaveCount(0);
}

/** Checks a page on every screen. For another tab of a list (`isPart`), fewer accessibility checks are made. */
async function inspect(page: Page, address: string, isPart = false): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1, name: /Not for your role|no such page/i })).toHaveCount(
    0,
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  if (!isPart)
    expect.soft(await lostByTab(page, page.getByRole('main')), `${address} by keyboard`).toEqual([]);
  for (const screen of isPart ? [NARROW] : [NARROW, ZOOMED]) {
    // oxlint-disable no-await-in-loop -- one screen after the other
    await page.setViewportSize(screen);
    await expectNoSidewaysScroll(page);
    expect.soft(await cutOff(page), `${address} at ${screen.width} px`).toEqual([]);
    // oxlint-enable no-await-in-loop
  }
  await page.setViewportSize(PHONE);
  if (!isPart) await expectAccessible(page);
  await page.setViewportSize(LAPTOP);
}

/** The other tabs of a list, each at its own path. */
async function tabsOf(page: Page): Promise<string[]> {
  const links = page.getByRole('main').getByRole('navigation').getByRole('link');
  const addresses = await links.evaluateAll((all) =>
    all.filter((link) => !link.ariaCurrent).map((link) => link.getAttribute('href') ?? ''),
  );
  return [...new Set(addresses)].filter((address) => address.startsWith('/'));
}

/** The buttons on this page that open a dialog not in `known`, by name. Rows of a list share names, and some cards load later. */
async function openersOf(page: Page, known: Set<string>): Promise<Locator[]> {
  // A file input has the button role, too.
  const buttons = page.locator('main button');
  const names: string[] = [];
  for (const opener of await buttons.and(page.getByRole('button', { name: OPENS })).all()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [name = ''] = (await opener.innerText()).split('\n');
    if (IN_PLACE.test(name) || known.has(name)) continue;
    known.add(name);
    names.push(name);
  }
  return names.map((name) => buttons.and(page.getByRole('button', { name })).first());
}

async function lookAt(page: Page, dialog: Locator): Promise<void> {
  await expectAccessible(page);
  for (const screen of [NARROW, ZOOMED, LAPTOP]) {
    // oxlint-disable no-await-in-loop -- one screen after the other
    await page.setViewportSize(screen);
    const wider = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect.soft(wider, `a dialog at ${screen.width} px`).toBeLessThanOrEqual(0);
    // oxlint-enable no-await-in-loop
  }
}

test('the table of the office’s pages is read', () => {
  expect(routes.length).toBeGreaterThan(20);
  for (const route of Object.keys(filled)) expect(routes, `${route} is a page`).toContain(route);
});

for (const route of routes.filter((each) => each !== '*')) {
  test(`/${route}: accessible, by keyboard alone, on a narrow screen and with large letters; dialogs give the focus back`, async ({
    browser,
    shop,
  }) => {
    test.slow();
    const known = await seeds(browser, shop);
    const context = await browser.newContext({
      baseURL: shop.officeUrl,
      viewport: LAPTOP,
      storageState: await known.owner.page.context().storageState(),
    });
    const page = await context.newPage();
    const address = addressOf(route, known);
    await open(page, address);
    await inspect(page, address);
    const others = [...(await tabsOf(page)), ...(further[route]?.(known) ?? []).map((each) => `/${each}`)];
    const opened = new Set<string>();
    for (const each of [address, ...others]) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await test.step(each, async () => {
        await open(page, each);
        if (each !== address) await inspect(page, each, true);
        for (const opener of await openersOf(page, opened)) {
          await test.step(await opener.innerText(), () =>
            expectFocusBack(page, opener, (dialog) => lookAt(page, dialog)),
          );
        }
      });
      // oxlint-enable no-await-in-loop
    }
    await context.close();
  });
}

test('every page for visitors who are not signed in is accessible', async ({ browser, shop }) => {
  const page = await browser.newPage({ baseURL: shop.officeUrl, viewport: LAPTOP });
  for (const address of ['/sign-in', '/forgot-password', '/invitation#an-old-one', '/orders']) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(page, address);
    // oxlint-enable no-await-in-loop
  }
  await test.step('the second step of a new password', async () => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nobody@vanmool.example');
    await page.getByRole('button', { name: 'Email me a code' }).press('Enter');
    await expect(page.getByLabel('Code of the email')).toBeVisible();
    await expectFocusKept(page);
    await inspect(page, '/forgot-password, the second step');
  });
  await page.close();
});

test('the frame of every page: search, keys and the list of pages give the focus back', async ({
  browser,
  shop,
}) => {
  const { page } = (await seeds(browser, shop)).owner;
  await page.setViewportSize(LAPTOP);
  await open(page, shop.officeUrl);
  expect(await lostByTab(page, page.locator('body'))).toEqual([]);
  const link = page.getByRole('main').getByRole('link').first();
  for (const [keys, name] of [
    ['Control+k', /Go to|Search/],
    ['?', /Keys/],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one after the other
    await link.focus();
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(link).toBeFocused();
    // oxlint-enable no-await-in-loop
  }
  await page.setViewportSize(PHONE);
  await expectFocusBack(page, page.getByRole('button', { name: 'More' }));
  await page.setViewportSize(LAPTOP);
});

test('questions give the focus back: before many orders are changed, and before what is not saved is lost', async ({
  browser,
  shop,
}) => {
  test.slow();
  const { owner, orders } = await seeds(browser, shop);
  const { page } = owner;
  await page.setViewportSize(LAPTOP);
  const look = (dialog: Locator) => lookAt(page, dialog);

  await test.step('many orders', async () => {
    await open(page, `${shop.officeUrl}/orders?tab=to-confirm#${orders.placed}`);
    await page.getByRole('checkbox', { name: `Select ${orders.placed}` }).check();
    await expectFocusBack(page, page.getByRole('main').getByRole('button', { name: /^Confirm/ }), look);
  });

  await test.step('a form that a link would leave', async () => {
    await open(page, `${shop.officeUrl}/settings`);
    await page.getByLabel('Line below the name').fill('Ground on stone');
    const link = page.getByRole('link', { name: 'Today' }).first();
    await expectFocusBack(page, link, look);
    await link.press('Enter');
    await page.getByRole('button', { name: 'Leave without saving' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('a dialog that Escape would close', async () => {
    await open(page, `${shop.officeUrl}/orders/${orders.placed}`);
    const opener = page.getByRole('button', { name: 'Correct the address…' });
    await opener.press('Enter');
    const field = page.getByRole('dialog').getByLabel('Address', { exact: true });
    await field.fill('9 Station Road, Surat');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).press('Enter');
    await expect(question).toHaveCount(0);
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave without saving' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});

for (const [title, lacking] of [
  ['Not complete yet', { Storage: '' }],
  ['Claims that the law may forbid', { Benefits: 'Cures diabetes in 30 days' }],
  ['No pack is in stock', {}],
] as const) {
  test(`“${title}” gives the focus back to “Publish”`, async ({ browser, shop }) => {
    const { page } = (await seeds(browser, shop)).owner;
    await writeProduct(page, shop, { ...lacking, Name: `Trial ${crypto.randomUUID().slice(0, 8)}` });
    await page.setViewportSize(LAPTOP);
    await open(page, page.url());
    await expectFocusBack(
      page,
      page.getByRole('button', { name: 'Publish', exact: true }),
      async (dialog) => {
        await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
        await lookAt(page, dialog);
      },
    );
  });
}

test('who signs in again after the session has ended goes on from where the focus was', async ({
  browser,
  shop,
}) => {
  test.slow();
  const { owner, orders } = await seeds(browser, shop);
  await open(owner.page, shop.officeUrl);
  const support = await invite(browser, shop, owner, {
    name: 'Meena Support',
    email: `meena.${crypto.randomUUID()}@vanmool.example`,
    role: 'support',
  });
  const { page } = support;
  await open(page, `${shop.officeUrl}/orders/${orders.shipped}`);
  await page.getByLabel('For staff only').fill('Rang twice.');
  await page.context().clearCookies();
  const save = page.getByRole('button', { name: 'Save note' });
  await save.press('Enter');
  const gate = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(gate.getByLabel('Your password')).toBeFocused();
  await lookAt(page, gate);
  await page.keyboard.press('Escape');
  await expect(gate, 'nothing but signing in closes it').toBeVisible();
  await signInAgain(support);
  await expect(page.getByRole('listitem').filter({ hasText: 'Rang twice.' })).toBeVisible();
  await expect(save).toBeFocused();
});
