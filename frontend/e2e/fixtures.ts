import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import type { Product } from '../src/api/types';

/** Where the parts of a running shop answer. */
export interface Shop {
  url: string;
  orderDatabaseUrl: string;
  natsUrl: string;
  mailDir: string;
}

const frontend = resolve(import.meta.dirname, '..');
const program = resolve(frontend, process.env.SHOP_BIN ?? '../target/debug/shop');
const START_MS = 60_000;

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
      const folder = await mkdtemp(join(tmpdir(), 'shop-e2e-'));
      const readyFile = join(folder, 'ready.json');
      const site = ['--site-dir', join(frontend, 'dist')];
      const shop = spawn(
        program,
        ['run', '--throw-away', '--port', '0', ...site, '--ready-file', readyFile, ...shopArguments],
        {
          stdio: process.env.SHOP_LOG ? 'inherit' : 'ignore',
        },
      );
      const exited = new Promise<void>((done, fail) => {
        shop.once('exit', () => done());
        shop.once('error', fail);
      });
      await use(await Promise.race([addresses(readyFile), exited.then(stoppedEarly)]));
      shop.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: START_MS },
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

async function addresses(readyFile: string): Promise<Shop> {
  const giveUp = Date.now() + START_MS;
  while (Date.now() < giveUp) {
    const text = await readFile(readyFile, 'utf8').catch(() => undefined);
    if (text) return JSON.parse(text);
    await sleep(100);
  }
  throw new Error(`${program} did not open in time; SHOP_LOG=1 shows what it says`);
}

function stoppedEarly(): never {
  throw new Error(`${program} stopped before it was open; SHOP_LOG=1 shows what it says`);
}
