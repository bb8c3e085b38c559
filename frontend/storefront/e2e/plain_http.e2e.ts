import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '../../build/browser.mjs';
import { paths } from '../src/paths';
import { logIn, newEmail, password, register } from './account_forms';
import { accept } from './colleague';
import { expect, type Shop, test } from './fixtures';
import { ordersOf } from './records';
import { choose, fillCheckout, openProduct, productWith, variantOf } from './shopper';

// Plain HTTP without localhost, where browsers restrict pages: a phone that opens a laptop's shop, or a server without a domain name.
test.use({
  shopArguments: ['--listen-on', '0.0.0.0'],
  launchOptions: {
    ...chromium,
    args: [...chromium.args, '--host-resolver-rules=MAP *.lan 127.0.0.1'],
  },
});

const REPOSITORY = resolve(import.meta.dirname, '../../..');
/** The system's Caddy, or the one fetched by `setup.sh server`. */
const caddy = ['/usr/bin/caddy', join(REPOSITORY, '.local/tools/caddy/caddy')].find((program) =>
  existsSync(program),
);

/** Functions that end the programs a test started. */
const closers: (() => void)[] = [];
test.afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The ways to reach the shop: by name, by IP address if the machine has one, and through Caddy if it is installed. */
const ways: Record<string, (shop: Shop) => Promise<string | undefined>> = {
  'by a name': async ({ url }) => url.replace('localhost', 'shop.lan'),
  'by a number': async ({ networkUrl }) => networkUrl ?? undefined,
  'through Caddy': async (shop) => (caddy ? throughCaddy(caddy, shop) : undefined),
};

/** Starts a server's Caddy in front of the shop. */
async function throughCaddy(program: string, { url, officeUrl }: Shop): Promise<string> {
  const HOME = await mkdtemp(join(tmpdir(), 'caddy-'));
  const [SITE_URL, OFFICE_URL] = [
    `http://shop.lan:${await freePort()}`,
    `http://office.lan:${await freePort()}`,
  ];
  const [GATEWAY, OFFICE] = [new URL(url).host, new URL(officeUrl).host];
  const config = join(REPOSITORY, 'deploy/server/Caddyfile');
  const running = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { HOME, SCHEME: 'http', SITE_URL, OFFICE_URL, GATEWAY, OFFICE },
  });
  closers.push(() => running.kill());
  return SITE_URL;
}

function freePort(): Promise<number> {
  return new Promise((given) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => given(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Visit {
  page: Page;
  /** The types of the loaded files, and errors that the browser reported. */
  kinds: Set<string>;
  complaints: string[];
}

/** Opens a browser with this base URL, and records its loads and errors. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const [kinds, complaints] = [new Set<string>(), [] as string[]];
  page.on('response', (response) => {
    if (response.ok()) kinds.add(response.request().resourceType());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The navigation to the next page aborted it.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, kinds, complaints };
}

for (const [name, wayTo] of Object.entries(ways)) {
  test(`a shopper logs in and orders over plain HTTP ${name}`, async ({ browser, products, shop }) => {
    const address = await wayTo(shop);
    test.skip(!address, `this machine has no way ${name}`);
    if (!address) return;
    const product = productWith(products, 1);
    const { page, kinds, complaints } = await visit(browser, address);
    // Caddy takes a moment to start.
    await expect(() => page.goto('/')).toPass();
    complaints.length = 0;
    await page.reload();
    await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
    expect([...kinds], address).toEqual(expect.arrayContaining(['document', 'stylesheet', 'script']));
    const account = newEmail();
    await register(page, account);
    await logIn(page, account, password);

    await openProduct(page, product);
    await choose(page, product, variantOf(product, 0).weightInGrams, 1);
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await page.getByRole('button', { name: 'Check out' }).click();
    const email = await fillCheckout(page);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    const [order] = await ordersOf(shop, email);
    // Only the account's session opens this page.
    await page.goto(paths.order(order?.order_number ?? 'none'));
    await expect(page.getByRole('article').getByText('12 Ring Road, Surat')).toBeVisible();
    expect(complaints, address).toEqual([]);
    await page.context().close();
  });
}

test('the office opens over plain HTTP by a name, and its forms can be filled in', async ({
  browser,
  shop,
}) => {
  const link = (shop.invitation ?? '').replace('localhost', 'office.lan');
  const { page } = await accept(browser, link, 'Hansa Desai', 'hansa@vanmool.example');
  await page.goto(new URL('/orders/new', link).href);
  await expect(page.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible();
  await page.context().close();
});
