import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { keepAssets } from '../build/older_assets.mjs';
import { expect, type Shop } from './fixtures';

const dist = resolve(import.meta.dirname, '../dist');
const HASHED = /-[\w-]{8}(?=\.\w+$)/;
const TEXT = /\.(js|css|html|json|webmanifest)$/;

/** The share of requests that the second build answers. */
export type Share = 'none' | 'half' | 'all';

/** A release in progress: two gateways with different builds for the same services, behind one URL. */
export interface Release {
  url: string;
  /** Changes the share of requests to the second build. */
  move(share: Share): void;
  close(): Promise<void>;
}

/**
 * Starts a release. The second build is the first with other file hashes, as if every file had changed. With `carries` it also has the
 * first build's files, as images do.
 */
export async function beginRelease(shop: Shop, { carries }: { carries: boolean }): Promise<Release> {
  const site = await renamedBuild();
  if (carries) await keepAssets(dist, site);
  const gateways = await Promise.all([startGateway(shop, dist), startGateway(shop, site)]);
  const balancer = await startBalancer(gateways.map(({ url }) => url));
  return {
    ...balancer,
    async close() {
      await balancer.close();
      await Promise.all(gateways.map(({ close }) => close()));
      await rm(site, { recursive: true });
    },
  };
}

/** A copy of the build with another hash in every hashed file name. */
async function renamedBuild(): Promise<string> {
  const site = await mkdtemp(join(tmpdir(), 'shop-build-'));
  // Compressed files contain the old names. Without them the server sends the plain files.
  await cp(dist, site, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  const files = (await readdir(site, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const hashes = new Map<string, string>();
  for (const { name, parentPath } of files) {
    const [hash] = basename(parentPath) === 'assets' ? (name.match(HASHED) ?? []) : [];
    if (hash) hashes.set(hash, `-${hash.slice(1).split('').toReversed().join('')}`);
  }
  const anyHash = new RegExp([...hashes.keys()].join('|'), 'g');
  const renamed = (text: string) => text.replaceAll(anyHash, (hash) => hashes.get(hash) ?? hash);
  for (const { name, parentPath } of files) {
    const file = join(parentPath, name);
    // oxlint-disable no-await-in-loop -- hundreds of files at once are too many
    if (TEXT.test(name)) await writeFile(file, renamed(await readFile(file, 'utf8')));
    if (renamed(name) !== name) await rename(file, join(parentPath, renamed(name)));
    // oxlint-enable no-await-in-loop
  }
  return site;
}

/** Starts another gateway for the services of a shop. */
export async function startGateway(shop: Shop, site = dist, settings: Readonly<Record<string, string>> = {}) {
  const program = resolve(import.meta.dirname, '..', process.env.GATEWAY_BIN ?? '../../target/debug/gateway');
  const urls = Object.entries(shop.services).map(([name, url]) => [`${name.toUpperCase()}_URL`, url]);
  const gateway = spawn(program, {
    env: {
      ...process.env,
      ...Object.fromEntries(urls),
      CALLER_KEY: shop.gatewayKey,
      LISTEN: '127.0.0.1:0',
      LOG_FORMAT: 'json',
      SITE_DIR: site,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `http://${await addressIn(gateway)}`;
  // Before that it has no product lists, and no load balancer would use it.
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  return {
    url,
    async close() {
      const ended = new Promise((done) => gateway.once('exit', done));
      gateway.kill('SIGKILL');
      await ended;
    },
  };
}

/** The address in the gateway's first log line. Later lines are discarded. */
function addressIn(gateway: ChildProcess): Promise<string> {
  return new Promise((found, fail) => {
    gateway.once('error', fail);
    gateway.once('exit', () => fail(new Error('the gateway stopped before it was open')));
    if (!gateway.stderr) return fail(new Error('the gateway has no log'));
    createInterface(gateway.stderr).on('line', (line) => {
      const { address } = JSON.parse(line);
      if (address) found(address);
    });
  });
}

/**
 * Passes each request to one of two servers. With `half`, each path is served by the second, then the first, and so on: the worst case of a
 * load balancer without sticky sessions.
 */
async function startBalancer([first = '', second = '']: string[]) {
  let share: Share = 'none';
  const turns = new Map<string, number>();
  function choose(path: string): string {
    if (share !== 'half') return share === 'all' ? second : first;
    const turn = turns.get(path) ?? 0;
    turns.set(path, turn + 1);
    return turn % 2 === 0 ? second : first;
  }
  const server = createServer((asked, answer) => passOn(asked, answer, choose(asked.url ?? '/')));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    move: (next: Share) => {
      share = next;
    },
    close: () => closed(server),
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse, to: string): void {
  const { method, url = '/', headers } = asked;
  const passed = request(new URL(url, to), { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => void server.close(() => done()));
}
