// Load test of the office: ORDERS (300) orders are placed, one staff member confirms them, and two packers pick, pack by scanning and ship
// them, all in browsers. Prints the response times of each screen, measured by the browser and by the office program. Fails if an order was
// shipped twice or not at all. Uses the release build if there is one. The browsers run at low priority, because a real shop's browsers have
// machines of their own.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as engine } from '@playwright/test';
import { chromium } from '../../build/browser.mjs';
import { invitationIn } from './invitation.mjs';
import { openShop } from './open_shop.mjs';
import { totp } from './totp.mjs';

const ORDERS = Number(process.env.ORDERS ?? 300);
const API = '/api/office/v1/';
/** The paths of the calls that are timed: of REST, and of the contract's methods. */
const CALLS = /^\/api\/office\/(?:v1|rpc)\//;
const PASSWORD = 'neem-and-tulsi-42';
/** Milliseconds from one scan to the next: a packer handles a pack in between. A scanner's minimum is about 300. */
const SCAN = Number(process.env.SCAN ?? 1000);
/** The number of orders that a packer picks in one round. */
const ROUND = 10;
/** The expected statuses of a shipped order, each once. */
const LIFE = ['placed', 'confirmed', 'packed', 'shipped'];

const programs = ['../../target/release/shop', '../../target/debug/shop'];
const program = programs.find((file) => existsSync(new URL(`../${file}`, import.meta.url)));
const shop = await openShop({ program, settings: ['--submissions-per-minute', '100000'] });
const folder = await mkdtemp(join(tmpdir(), 'office-day-'));
const browser = await engine.launch({ ...chromium, executablePath: await courteous() });
const times = new Map();
try {
  const owner = await openOffice(shop.invitation, 'Hansa Desai', 'hansa@vanmool.example');
  const packers = [await invited(owner, 'Ravi'), await invited(owner, 'Meena')];
  await placeAll();
  const began = Date.now();
  await confirmAll(owner);
  const packed = await Promise.all(packers.map((packer, index) => packAll(packer, index)));
  await Promise.all(packers.map((packer, index) => handOver(packer, packed[index], index)));
  console.log(
    `${ORDERS} orders in ${Math.round((Date.now() - began) / 1000)} s by one who confirms and two who pack`,
  );
  console.log(
    'Milliseconds of each answer, in the office’s program and as the browsers saw it, three of which worked beside it:',
  );
  console.table(rows());
  await check(owner, packed);
} finally {
  await browser.close();
  await shop.close();
  await rm(folder, { recursive: true });
}

/** Writes a script that runs Chromium at low priority. */
async function courteous() {
  const script = join(folder, 'chromium');
  await writeFile(script, `#!/bin/sh\nexec nice -n 10 '${chromium.executablePath}' "$@"\n`, { mode: 0o755 });
  return script;
}

/** Opens the office for a staff member who accepts an invitation. */
async function openOffice(link, name, email) {
  const context = await browser.newContext({
    baseURL: shop.officeUrl,
    viewport: { width: 1366, height: 768 },
  });
  const { request } = context;
  const token = link.split('#')[1];
  const post = async (path, data) => {
    const answer = await request.post(`${API}${path}`, { data });
    const body = await answer.json();
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${body.message}`);
    return body.data;
  };
  const { totpSecret } = await post('invitations/lookup', { token });
  const code = totp(totpSecret.replaceAll(' ', ''));
  await post('invitations/acceptance', { token, name, email, password: PASSWORD, code });
  const page = await context.newPage();
  page.on('requestfinished', (sent) => note(page, sent));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  return { page };
}

async function invited(owner, name) {
  const email = `${name.toLowerCase()}@vanmool.example`;
  const { page } = owner;
  await page.goto('/staff');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: /Invite/ });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('packer');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText(email).waitFor();
  for (;;) {
    const mails = await Promise.all(
      (await readdir(shop.mailDir)).map((file) => readFile(join(shop.mailDir, file), 'utf8').catch(() => '')),
    );
    const link = invitationIn(mails.find((text) => text.includes(`To: ${email}`)) ?? '');
    if (link) return openOffice(link, name, email);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Records the duration of a call by screen. */
async function note(page, sent) {
  const { pathname } = new URL(sent.url());
  if (!CALLS.test(pathname)) return;
  const screen = new URL(page.url()).pathname.replace(/VM-[\w-]+/, '…');
  const { requestStart, responseEnd } = sent.timing();
  const headers = (await sent.response())?.headers() ?? {};
  const call = `${sent.method()} ${pathname.replace(CALLS, '').replace(/VM-[\w-]+/, '…')}`;
  const name = `${screen}: ${call}`;
  const [inProgram] = /[\d.]+$/.exec(headers['server-timing'] ?? '') ?? [];
  const kept = times.get(name) ?? { inProgram: [], inBrowser: [] };
  // Error responses do not report it.
  if (inProgram !== undefined) kept.inProgram.push(Number(inProgram));
  kept.inBrowser.push(responseEnd - requestStart);
  times.set(name, kept);
}

/** The quantile of these values. */
function quantile(all, part) {
  const sorted = all.toSorted((a, b) => a - b);
  return Number(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)]?.toFixed(1));
}

function rows() {
  const entries = [...times]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, { inProgram, inBrowser }]) => [
      name,
      {
        calls: inBrowser.length,
        'program p50': quantile(inProgram, 0.5),
        p99: quantile(inProgram, 0.99),
        'browser p50': quantile(inBrowser, 0.5),
        'p99 there': quantile(inBrowser, 0.99),
      },
    ]);
  return Object.fromEntries(entries);
}

async function placeAll() {
  const list = await fetch(new URL('/api/v1/products/', shop.url));
  const packs = (await list.json()).data.flatMap((product) =>
    product.variants.map((variant) => ({ product, variant })),
  );
  const waiting = Array.from({ length: ORDERS }, (_, index) => index);
  const work = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await place(packs, index);
  };
  await Promise.all([work(), work(), work(), work()]);
}

async function place(packs, index, shift = 0) {
  const at = (number) => packs[(number + shift) % packs.length];
  const wanted = [at(index), ...(index % 3 === 0 ? [at(index + 7)] : [])];
  const products = wanted.map(({ product, variant }) => ({
    productId: product._id,
    productName: product.productName,
    weightInGrams: variant.weightInGrams,
    quantity: 1,
    basePrice: variant.price,
    actualPrice: variant.price,
  }));
  const order = {
    fullname: 'Asha Patel',
    email: `asha.${index}@example.com`,
    mobilenumber: `98${String(index).padStart(8, '0')}`,
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395007',
    totalAmount: products.reduce((sum, { basePrice }) => sum + basePrice, 0),
    products,
  };
  const answer = await fetch(new URL('/api/v1/users/orders/create/', shop.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(order),
  });
  if (answer.status === 201) return;
  const refusal = await answer.json();
  // The sample stock has too few of some packs. If one is sold out, the next is ordered.
  if (refusal.code === 'OUT_OF_STOCK' && shift < packs.length) return place(packs, index, shift + 1);
  throw new Error(`an order: ${answer.status} ${refusal.message}`);
}

async function confirmAll({ page }) {
  for (;;) {
    await page.goto('/orders?tab=to-confirm');
    const all = page.getByRole('checkbox', { name: 'Select all that are shown' });
    const none = page.getByText('No orders.');
    await all.or(none).first().waitFor();
    if (!(await all.isVisible())) return;
    await all.check();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByLabel('Results').waitFor();
  }
}

/** The orders to pack. One packer takes them from the start of the list, the other from the end. */
async function take(page, index) {
  await page.goto('/orders?tab=to-pack');
  const links = page.locator('tbody a[href^="/orders/VM-"]');
  await links.first().or(page.getByText('No orders.')).first().waitFor();
  const numbers = [...new Set(await links.allInnerTexts())];
  return index === 0 ? numbers.slice(0, ROUND) : numbers.slice(-ROUND).toReversed();
}

async function packAll({ page }, index) {
  const packed = [];
  for (let numbers = await take(page, index); numbers.length > 0; numbers = await take(page, index)) {
    await page.goto(`/orders/print?view=pick&numbers=${numbers.join(',')}`);
    await page.getByRole('heading', { name: /^Pick \d+ order/ }).waitFor();
    await page.goto('/pack');
    await page.getByLabel('Scan an order').waitFor();
    for (const number of numbers) if (await pack(page, number)) packed.push(number);
  }
  return packed;
}

/** Types a scan, which ends with the Enter key. */
async function scan(page, field, code) {
  await new Promise((done) => setTimeout(done, SCAN));
  await field.fill(code);
  await page.keyboard.press('Enter');
}

/** Packs an order. Returns false if the other packer was faster. */
async function pack(page, number) {
  const field = page.getByLabel(/^Scan (an order|each pack)$/);
  await scan(page, field, number);
  const box = page.getByRole('region', { name: `The box of ${number}` });
  const late = page.getByText(`${number} is “`);
  await box.or(late).first().waitFor();
  if (!(await box.isVisible())) return false;
  for (const code of await box.locator('li small').allInnerTexts()) await scan(page, field, code);
  // The calculated weight is proposed, and its field has the focus.
  await page.getByLabel(/Parcel weight/).press('Enter');
  const done = page.getByText(`${number} is packed. Scan the next order.`);
  const quicker = page.getByText(/^The order changed meanwhile/);
  await done.or(quicker).first().waitFor();
  return done.isVisible();
}

async function handOver({ page }, numbers, index) {
  await page.goto('/handover');
  await page.getByLabel('Carrier').fill('Delhivery');
  const field = page.getByLabel(/Scan an order/);
  for (const [at, number] of numbers.entries()) {
    await scan(page, field, number);
    await page.getByText(`${number} is not paid.`).waitFor();
    await scan(page, field, `AWB${index}-${at}`);
    await page.getByText(`${number} has tracking number AWB${index}-${at}.`).waitFor();
  }
  // The orders are paid later.
  await page.getByLabel(/not paid. Ship/).check();
  await page.getByRole('button', { name: 'Mark all shipped' }).click();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await page.getByText(`${numbers.length} of ${numbers.length} shipped.`).waitFor({ timeout: 300_000 });
}

/** Checks that every order was shipped once. */
async function check({ page }, packed) {
  const orders = [];
  for (let next = ''; next !== undefined; ) {
    const answer = await page.request.get(
      `${API}orders?status=shipped${next && `&cursor=${encodeURIComponent(next)}`}`,
    );
    const { data } = await answer.json();
    orders.push(...data.orders);
    ({ next } = data);
  }
  const numbers = new Set(orders.map(({ orderNumber }) => orderNumber));
  const parcels = new Set(orders.map(({ parcel }) => parcel.trackingNumber));
  const odd = orders.filter(({ changes }) => changes.map(({ to }) => to).join() !== LIFE.join());
  const mine = packed.flat();
  const problems = [
    numbers.size !== ORDERS && `${numbers.size} of ${ORDERS} orders went out`,
    parcels.size !== ORDERS && `${parcels.size} parcels of ${ORDERS} orders`,
    odd.length > 0 && `${odd.length} orders have another life than ${LIFE}`,
    new Set(mine).size !== mine.length && 'an order was packed by both',
  ].filter(Boolean);
  if (problems.length > 0) throw new Error(problems.join('; '));
  console.log(`each went out once: ${packed.map(({ length }) => length).join(' and ')} by the two packers`);
}
