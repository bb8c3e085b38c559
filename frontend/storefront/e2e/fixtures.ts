import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { siteFolderOf } from '../build/language.mjs';
import { openShop, type Shop } from '../build/open_shop.mjs';
import type { Product } from '../src/api/types';

export type { Shop };

interface Fixtures {
  /** What the shop sells, as its API lists it. */
  products: Product[];
  /** What the browser complained about; a test must leave it empty. */
  complaints: string[];
}

interface WorkerFixtures {
  /** The language the shop speaks, which is built for the test where it is not the shop's own. */
  language: string;
  /** How the shop is set up, as the program takes it: a file that wants another shop says so with `test.use`. */
  shopArguments: readonly string[];
  shop: Shop;
}

/** Builds the site in a language. It is quick, and what an earlier run left may be of other sources. */
async function build(language: string): Promise<void> {
  const env = { ...process.env, SHOP_LANGUAGE: language };
  await promisify(execFile)('npm', ['run', 'build'], { cwd: resolve(import.meta.dirname, '..'), env });
}

/** Tests against a real shop: engines, services, gateway and the built pages. */
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

/** A test of what no style sheet can change, which runs on the phone alone. */
export const oneScreen = { tag: '@one-screen' };

export { expect };
