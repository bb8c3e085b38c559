import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { isoDay } from 'shared/rules/india.ts';
import { owner, showWho, type Colleague } from './colleague';
import { expect, type Shop } from './fixtures';
import { logInByCall } from './shopper';

/** The base path of the office's API. */
const API = '/api/office/v1/';
const PINCODE = '395007';

/** A pack in the office's API. */
export interface Pack {
  productId: string;
  productName: string;
  weightInGrams: number;
  price: number;
}

/** The fields of an order in the office's API that tests need. */
export interface KnownOrder {
  orderNumber: string;
  status: string;
  version: number;
  total: number;
  nextStates: string[];
  lines: (Pack & { sku: string; quantity: number })[];
}

/** A picture like a camera's: large enough, and of a type that browsers upload. */
const PHOTO = fileURLToPath(new URL('../public/images/products/amla-800.webp', import.meta.url));

/** The texts of a product that may be sold, by their labels. */
const WHOLE_PRODUCT = {
  'Name in Hindi': 'भृंगराज',
  'Line below the name': 'False daisy, whole plant',
  'Price of the smallest pack, ₹': '189',
  Description: 'The whole plant, dried in the shade and stone-milled.',
  Ingredients: 'Dried bhringraj (Eclipta prostrata)',
  Benefits: 'Traditionally taken after a heavy meal',
  'How to use': 'A spoon with warm water in the evening.',
  Cautions: 'Not in pregnancy.',
  Storage: 'Cool and dry.',
};

/** Writes a draft of a product with a photo, and waits for its page. `texts` replace those of a product that may be sold. */
export async function writeProduct(page: Page, shop: Shop, texts: { Name: string; [label: string]: string }) {
  await page.goto(`${shop.officeUrl}/products/new`);
  for (const [label, text] of Object.entries({ ...WHOLE_PRODUCT, ...texts })) {
    // oxlint-disable-next-line no-await-in-loop -- one field after the other
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByLabel('Add photos…').setInputFiles(PHOTO);
  await expect(page.getByRole('img', { name: 'The front of the pack' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.Name })).toBeVisible();
}

/** API calls of the staff member signed in on this page. */
export function calls(page: Page, shop: Shop) {
  async function call<Data>(
    method: string,
    path: string,
    data?: object,
    headers: Record<string, string> = {},
  ) {
    const address = new URL(`${API}${path}`, shop.officeUrl).href;
    const answer = await page.request.fetch(address, { method, headers, ...(data && { data }) });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
    return (text ? JSON.parse(text).data : undefined) as Data;
  }

  const order = (number: string) => call<KnownOrder>('GET', `orders/${number}`);

  /** A pack in stock, or any pack. */
  async function pack(): Promise<Pack> {
    const { packs } = await call<{ packs: (Pack & { availability: string })[] }>('GET', 'packs');
    const found = packs.find(({ availability }) => availability === 'in_stock') ?? packs[0];
    if (!found) throw new Error('the shop sells nothing');
    return found;
  }

  /** Places a phone order of `quantity` packs and returns its number. */
  async function place(paymentMethod: 'cod' | 'pay_later', quantity = 1): Promise<string> {
    const { price, productId, productName, weightInGrams } = await pack();
    const goods = price * quantity;
    const quote = await call<{ prepaid: number; codFee?: number }>(
      'GET',
      `orders/quote?pincode=${PINCODE}&goods=${goods}`,
    );
    const total = goods + quote.prepaid + (paymentMethod === 'cod' ? (quote.codFee ?? 0) : 0);
    const written = {
      fullName: 'Asha Patel',
      email: `asha.${crypto.randomUUID()}@example.com`,
      mobileNumber: '9876543210',
      deliveryAddress: '12 Ring Road, Surat',
      pincode: PINCODE,
      source: 'phone',
      paymentMethod,
      total,
      lines: [{ productId, productName, weightInGrams, quantity, unitPrice: price }],
    };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    return (await call<{ number: string }>('POST', 'orders', written, key)).number;
  }

  /** Takes an order through these statuses. */
  async function transition(number: string, ...states: string[]): Promise<KnownOrder> {
    for (const to of states) {
      // oxlint-disable no-await-in-loop -- each state follows the one before
      const { version, lines } = await order(number);
      await call('POST', `orders/${number}/transitions`, {
        to,
        version,
        ...(to === 'shipped' && { parcel: { carrier: 'India Post', trackingNumber: 'EK123456789IN' } }),
        ...(to === 'return_accepted' && {
          returnTerms: { sendTo: 'Vanmool, 4 Mill Lane, Surat 395003', paidBy: 'shop' },
        }),
        ...(/^return(ed|_requested)$/.test(to) && { reason: 'Not needed any more', lines: whole(lines) }),
      });
      // oxlint-enable no-await-in-loop
    }
    return order(number);
  }

  return { call, order, pack, place, transition };
}

function whole(lines: KnownOrder['lines']) {
  return lines.map(({ productId, weightInGrams, quantity }) => ({ productId, weightInGrams, quantity }));
}

/** Receives a batch of one pack and recalls it. */
async function recall(colleague: Colleague, shop: Shop, pack: Pack): Promise<void> {
  const { page } = colleague;
  await page.goto(`${shop.officeUrl}/stock/${pack.productId}/${pack.weightInGrams}`);
  await page.getByRole('button', { name: 'Receive' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Batch number').fill('E2E-RECALLED');
  await dialog.getByLabel('Packs', { exact: true }).fill('1');
  await dialog.getByLabel('Packed on').fill('2026-11-01');
  await dialog.getByLabel('Best before').fill('2199-11-01');
  await dialog.getByLabel(/^MRP/).fill(String(pack.price + 100));
  await dialog.getByRole('button', { name: 'Receive' }).click();
  const row = page.getByRole('row', { name: /E2E-RECALLED/ });
  await row.getByRole('button', { name: 'Recall…' }).click();
  await dialog.getByLabel('Reason').fill('The packs are damp.');
  await dialog.getByRole('button', { name: 'Recall the batch' }).click();
  await showWho(colleague, dialog.getByText('Batch E2E-RECALLED is recalled.'));
  await dialog.getByText('Close', { exact: true }).click();
  await expect(row.getByText('Recalled', { exact: true })).toBeVisible();
}

/** The test data of the office. */
export interface Seeds {
  owner: Colleague;
  pack: Pack;
  /** Orders by status. */
  orders: Record<'placed' | 'paid' | 'packed' | 'shipped' | 'returning' | 'accepted' | 'returned', string>;
  ticketId: string;
  shopperId: string;
}

const planted = new Map<string, Promise<Seeds>>();

/**
 * The test data, created once per shop: orders in every status, returned packs, a recalled batch, and a shopper with a message and
 * a review.
 */
export function seeds(browser: Browser, shop: Shop): Promise<Seeds> {
  const known = planted.get(shop.url) ?? plant(browser, shop);
  planted.set(shop.url, known);
  return known;
}

async function plant(browser: Browser, shop: Shop): Promise<Seeds> {
  const signedIn = await owner(browser, shop);
  const { call, order, pack, place, transition } = calls(signedIn.page, shop);
  const [placed, paid, packed, shipped, returning, accepted, returned] = [
    await place('cod'),
    await place('cod'),
    await place('pay_later'),
    await place('cod', 2),
    await place('cod'),
    await place('cod', 2),
    await place('cod'),
  ];
  const sold = await pack();
  await recall(signedIn, shop, sold);
  await call('POST', `orders/${paid}/payment`, {
    channel: 'upi',
    reference: '432112345678',
    amount: (await order(paid)).total,
    receivedOn: isoDay(),
  });
  await transition(packed, 'confirmed', 'packed');
  await transition(shipped, 'confirmed', 'packed', 'shipped');
  const sent = ['confirmed', 'packed', 'shipped', 'delivered', 'return_requested'];
  await transition(returning, ...sent);
  await transition(accepted, ...sent, 'return_accepted');
  await transition(returned, ...sent, 'return_accepted', 'returned');

  const shopper = await browser.newPage({ baseURL: shop.url });
  const email = await logInByCall(shopper);
  const message = {
    name: 'Asha Patel',
    email,
    phone: '9876543210',
    subject: 'order status',
    message: 'Where is my parcel?',
  };
  const written = await shopper.request.post('/api/v1/users/contactus', { form: message });
  expect(written.ok(), await written.text()).toBe(true);
  const review = {
    name: 'Asha Patel',
    productname: 'Karela Powder',
    review: 'Honestly bitter.',
    rating: '4',
  };
  await shopper.request.post('/api/v1/users/review', { multipart: review });
  await shopper.close();
  const messages = `/messages?tab=all#${encodeURIComponent(email)}`;
  await signedIn.page.goto(new URL(messages, shop.officeUrl).href);
  const ticket = await signedIn.page.getByRole('link', { name: /^T\d/ }).getAttribute('href');
  await signedIn.page.goto(new URL(`/shoppers#${encodeURIComponent(email)}`, shop.officeUrl).href);
  const shopperLink = await signedIn.page.locator('a[href^="/shoppers/"]').getAttribute('href');
  return {
    owner: signedIn,
    pack: sold,
    orders: { placed, paid, packed, shipped, returning, accepted, returned },
    ticketId: ticket?.split('/').at(-1) ?? '',
    shopperId: shopperLink?.split('/').at(-1) ?? '',
  };
}
