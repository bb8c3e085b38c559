import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { siteFolderOf } from '../build/language.mjs';
import { openShop, type Shop } from '../build/open_shop.mjs';
import type { Product } from '../src/api/types';

export type { Shop };

interface Fixtures {
  /** The products of the shop's API. */
  products: Product[];
  /** Errors that the browser reported. A test must leave it empty. */
  complaints: string[];
}

interface WorkerFixtures {
  /** The language of the shop. Languages other than the shop's own are built for the test. */
  language: string;
  /** Arguments of the shop's program. A file that needs another shop sets them with `test.use`. */
  shopArguments: readonly string[];
  shop: Shop;
}

/** Builds the site in a language. It is always built anew, because an earlier build may be outdated. */
async function build(language: string): Promise<void> {
  const env = { ...process.env, SHOP_LANGUAGE: language };
  await promisify(execFile)('npm', ['run', 'build'], { cwd: resolve(import.meta.dirname, '..'), env });
}

/** Tests with a real shop: databases, services, gateway and the built pages. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  language: ['en', { scope: 'worker', option: true }],
  shopArguments: [[], { scope: 'worker', option: true }],

  shop: [
    async ({ shopArguments, language }, use) => {
      if (language !== 'en') await build(language);
      const opened = await openShop({ settings: shopArguments, site: siteFolderOf(language) });
      await use(opened);
      await opened.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  products: async ({ request }, use) => {
    const answer = await request.get('/api/v1/products/');
    expect(answer.status(), 'the answer of the product list').toBe(200);
    await use((await answer.json()).data);
  },

  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The tag of a test that runs on the phone alone, because no style sheet can change its result. */
export const oneScreen = { tag: '@one-screen' };

export { expect };
