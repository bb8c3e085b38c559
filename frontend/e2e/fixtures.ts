import { test as base, expect } from '@playwright/test';
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
  /** How the shop is set up, as the program takes it: a file that wants another shop says so with `test.use`. */
  shopArguments: readonly string[];
  shop: Shop;
}

/** Tests against a real shop: engines, services, gateway and the built pages. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shopArguments: [[], { scope: 'worker', option: true }],

  shop: [
    async ({ shopArguments }, use) => {
      const opened = await openShop({ settings: shopArguments });
      await use(opened);
      await opened.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  products: async ({ request }, use) => {
    const answer = await request.get('/api/v1/products/');
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

export { expect };
