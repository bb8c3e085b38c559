import { createHmac } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, oneScreen, test, type Shop } from './fixtures';
import { mailTo } from './mailbox';

const PASSWORD = 'neem-and-tulsi-42';

/** The code that an authenticator app shows (RFC 6238) at this moment. */
function totp(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const place = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The browser of a colleague who accepted an invitation. */
async function accept(browser: Browser, link: string, name: string, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  const address = page.getByLabel('Your e-mail');
  if (await address.isEditable()) await address.fill(email);
  await page.getByLabel('A password for the office', { exact: true }).fill(PASSWORD);
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const secret = key.replaceAll(' ', '');
  await page.getByLabel('Six digits').fill(totp(secret));
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Keep these codes' })).toBeVisible();
  await page.getByLabel('I have kept them.').check();
  await page.getByRole('button', { name: 'Open the office' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  return page;
}

/** The number of an order that somebody placed through the API. */
async function placeOrder(page: Page, shop: Shop): Promise<string> {
  const list = await page.request.get(`${shop.url}/api/v1/products/`);
  const product = (await list.json()).data[0];
  const variant = product.variants[0];
  const answer = await page.request.post(`${shop.url}/api/v1/users/orders/create/`, {
    data: {
      fullname: 'Asha Patel',
      email: 'asha.office@example.com',
      mobilenumber: '9876543210',
      deliveryAddress: '12 Ring Road, Surat',
      pincode: '395007',
      totalAmount: variant.price,
      products: [
        {
          productId: product._id,
          productName: product.productName,
          weightInGrams: variant.weightInGrams,
          quantity: 1,
          basePrice: variant.price,
          actualPrice: variant.price,
        },
      ],
    },
  });
  const placed = await answer.json();
  expect(answer.status(), JSON.stringify(placed)).toBe(201);
  return placed.data.orderNumber;
}

test(
  'an owner comes in, invites a packer who ships an order, and the log says who did what',
  oneScreen,
  async ({ browser, page, shop }) => {
    test.setTimeout(180_000);
    expect(shop.invitation).toContain(`${shop.officeUrl}/invitation#`);
    const owner = await accept(browser, shop.invitation ?? '', 'Hansa Desai', 'hansa@vanmool.example');
    const number = await placeOrder(page, shop);

    // A colleague is invited; the owner has just shown who they are, and is not asked again.
    await owner.getByRole('link', { name: 'Staff' }).click();
    await owner.getByRole('button', { name: /Invite/ }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Ravi Packer');
    await dialog.getByLabel('E-mail').fill('ravi@vanmool.example');
    await dialog.getByLabel('Role').selectOption('packer');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(owner.getByText('ravi@vanmool.example')).toBeVisible();

    // The owner finds and confirms the order.
    await owner.goto(`${shop.officeUrl}/orders/${number}`);
    await owner.getByRole('button', { name: 'Confirm' }).click();
    await expect(owner.getByRole('button', { name: 'Mark packed' })).toBeVisible();

    const mail = (await mailTo(shop, 'ravi@vanmool.example', 'nvit')).replaceAll(/=\r?\n/g, '');
    const link = mail.replaceAll('=3D', '=').match(/https?:\/\/\S+\/invitation#[\w-]+/)?.[0] ?? '';
    const packer = await accept(browser, link, 'Ravi Packer', 'ravi@vanmool.example');
    // What is not theirs is not offered.
    await expect(packer.getByRole('link', { name: 'Staff' })).toHaveCount(0);
    await packer.goto(`${shop.officeUrl}/orders/${number}`);
    await packer.getByRole('button', { name: 'Mark packed' }).click();
    await packer.getByRole('button', { name: 'Ship…' }).click();
    await packer.getByLabel('Carrier', { exact: true }).fill('India Post');
    await packer.getByLabel('Tracking number (optional)').fill('EK123456789IN');
    await packer.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(packer.getByRole('button', { name: 'Delivered' })).toBeVisible();
    await expect(packer.getByRole('button', { name: 'Record a payment…' })).toHaveCount(0);

    // The money is written down by whoever may, and the shopper was told of the parcel.
    await owner.reload();
    await owner.getByRole('button', { name: 'Record a payment…' }).click();
    await owner.getByLabel(/^Reference/).fill('432112345678');
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /Write|Record/ })
      .click();
    await expect(owner.getByText('432112345678')).toBeVisible();
    await mailTo(shop, 'asha.office@example.com', number);

    await owner.getByRole('link', { name: 'Log' }).click();
    await expect(owner.getByRole('cell', { name: 'Ravi Packer' }).first()).toBeVisible();
    await expect(owner.getByRole('cell', { name: number }).first()).toBeVisible();
  },
);
