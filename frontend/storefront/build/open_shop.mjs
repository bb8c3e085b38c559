// Starts a temporary shop for tests: databases, services, gateway and the built pages, on a free port. Its data is deleted afterwards.
import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { personalIn } from './personal.mjs';

const START_MS = 120_000;
const storefront = resolve(import.meta.dirname, '..');

/**
 * Starts the shop of this program and waits until it is ready. If `SHOP_READY` names the ready file of a running shop, that one is used and
 * left running.
 */
export async function openShop({ program = '../../target/debug/shop', settings = [], site = 'dist' } = {}) {
  const opened = process.env.SHOP_READY;
  if (opened && settings.length === 0 && site === 'dist')
    return { ...JSON.parse(await readFile(opened, 'utf8')), async close() {} };
  const file = resolve(storefront, process.env.SHOP_BIN ?? program);
  const folder = await mkdtemp(join(tmpdir(), 'shop-opened-'));
  const readyFile = join(folder, 'ready.json');
  const logFile = join(folder, 'shop.log');
  const log = await open(logFile, 'w');
  const shop = spawn(
    file,
    [
      'run',
      '--throw-away',
      '--port',
      '0',
      '--office-port',
      '0',
      '--site-dir',
      join(storefront, site),
      '--ready-file',
      readyFile,
      ...settings,
    ],
    { stdio: process.env.SHOP_LOG ? 'inherit' : ['ignore', 'ignore', log.fd] },
  );
  const exited = new Promise((done, fail) => {
    shop.once('exit', done);
    shop.once('error', fail);
  });
  const tooEarly = exited.then(() => {
    throw new Error(`${file} stopped before it was open; SHOP_LOG=1 shows what it says`);
  });
  tooEarly.catch(() => {});

  async function close() {
    shop.kill('SIGTERM');
    await exited;
    await log.close();
    const text = await readFile(logFile, 'utf8');
    const told = personalIn(text);
    await rm(folder, { recursive: true });
    if (!process.env.SHOP_LOG && !text.includes('is ready')) throw new Error('The shop has no log.');
    if (told.length > 0) throw new Error(`The shop's log tells of its visitors:\n${told.join('\n')}`);
  }

  try {
    return { ...(await Promise.race([ready(readyFile, file), tooEarly])), close };
  } catch (error) {
    shop.kill('SIGTERM');
    throw error;
  }
}

/** The shop's URLs. The file exists once all of the shop is ready. */
async function ready(readyFile, file) {
  const giveUp = Date.now() + START_MS;
  while (Date.now() < giveUp) {
    const addresses = await readFile(readyFile, 'utf8').then(JSON.parse, () => undefined);
    if (addresses) return addresses;
    await sleep(100);
  }
  throw new Error(`${file} did not open in time; SHOP_LOG=1 shows what it says`);
}
