// Records the shop's responses: `node record.mjs FOLDER`. A refactoring must leave two recordings equal, byte for byte: one of
// the commit before it and one of the commit after it. `make record` describes how.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openShop } from '../../frontend/storefront/build/open_shop.mjs';
import { mailsOf } from './mails.mjs';
import { Recorder } from './recorder.mjs';
import { account } from './stories/account.mjs';
import { orders } from './stories/orders.mjs';
import { reading } from './stories/reading.mjs';
import { refusals } from './stories/refusals.mjs';
import { writing } from './stories/writing.mjs';

/** Raises the rate limits, because one client sends all requests. */
const UNLIMITED = [
  ['--credential-tries-per-minute', '100000'],
  ['--submissions-per-minute', '100000'],
  ['--lookups-per-minute', '100000'],
].flat();
/** The order matters: `reading` expects the seed only, and later stories see what earlier ones wrote. */
const stories = { reading, refusals, account, orders, writing };

const folder = resolve(process.argv[2] ?? 'target/recorded/now');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const shop = await openShop({ settings: UNLIMITED });
try {
  const recorder = new Recorder(shop);
  for (const [name, story] of Object.entries(stories)) {
    await story(recorder);
    await writeFile(join(folder, `${name}.txt`), recorder.take());
  }
  await writeFile(join(folder, 'mails.txt'), await mailsOf(shop));
  console.log(`${recorder.requests} requests and their answers are in ${folder}`);
} finally {
  await shop.close();
}
