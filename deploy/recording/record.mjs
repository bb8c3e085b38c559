// Records the shop's responses: `node record.mjs FOLDER`. A refactoring must leave two recordings equal, byte for byte: one of
// the commit before it and one of the commit after it. `make record` describes how.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openShop } from '../../frontend/storefront/build/open_shop.mjs';
import { recordMails } from './mails.mjs';
import { Recorder } from './recorder.mjs';
import { manageAccount } from './scenarios/account.mjs';
import { sendInvalidRequests } from './scenarios/invalid_requests.mjs';
import { placeOrders } from './scenarios/orders.mjs';
import { readPublicPages } from './scenarios/public_pages.mjs';
import { writeReviewsAndMessages } from './scenarios/reviews_and_messages.mjs';

/** Raises the rate limits, because one client sends all requests. */
const HIGH_LIMITS = [
  ['--credential-tries-per-minute', '100000'],
  ['--submissions-per-minute', '100000'],
  ['--lookups-per-minute', '100000'],
].flat();
/**
 * The scenarios by the name of their file. The order matters: the first expects only the sample data, and later scenarios see the
 * records of earlier ones.
 */
const SCENARIOS = {
  reading: readPublicPages,
  refusals: sendInvalidRequests,
  account: manageAccount,
  orders: placeOrders,
  writing: writeReviewsAndMessages,
};

const folder = resolve(process.argv[2] ?? 'target/recorded/now');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const shop = await openShop({ settings: HIGH_LIMITS });
try {
  const recorder = new Recorder(shop);
  for (const [name, run] of Object.entries(SCENARIOS)) {
    await run(recorder);
    await writeFile(join(folder, `${name}.txt`), recorder.takeRecords());
  }
  await writeFile(join(folder, 'mails.txt'), await recordMails(shop));
  console.log(`${recorder.requests} requests and their answers are in ${folder}`);
} finally {
  await shop.close();
}
