import type { Page } from '@playwright/test';
import { isoDay } from 'shared/rules/india.ts';
import { owner } from './colleague';
import { expect, test } from './fixtures';
import { mailTo } from './mailbox';
import { expectFine } from './accessibility';
import { expectFocusBack } from './focus';
import { LOOK_MS, orderOnline, proofIn, thanks } from './paying';
import { productWith, variantOf } from './shopper';

// A shop without a payment provider: money arrives at its own UPI address, and only the bank statement shows it.
test.use({ shopArguments: ['--upi-address', 'vanmool@okicici'] });

/** A bank statement in the format of HDFC Bank, with today's credits. */
function statement(credits: readonly { narration: string; utr: string; amount: number }[]): Buffer {
  const [year = '', month = '', day = ''] = isoDay().slice(2).split('-');
  const today = `${day}/${month}/${year}`;
  const rows = credits.map(
    ({ narration, utr, amount }) => `${today},${narration},0000${utr},${today},,${amount}.00,99999.00`,
  );
  const head = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
  return Buffer.from([head, ...rows, ''].join('\r\n'));
}

/** Imports a bank statement: first the check, then the import. */
async function bringIn(office: Page, file: Buffer, rows: string): Promise<void> {
  await office.getByRole('link', { name: 'Import a statement' }).click();
  await office
    .getByLabel(/Choose a file/)
    .setInputFiles({ name: 'hdfc.csv', mimeType: 'text/csv', buffer: file });
  await office.getByRole('button', { name: 'Check' }).click();
  await office.getByRole('button', { name: `Import ${rows}` }).click();
  await expect(office.getByText(`${rows} imported`)).toBeVisible();
}

test('two orders are paid into the shop’s own UPI address, and its bank’s statement says so', async ({
  page,
  browser,
  baseURL,
  products,
  shop,
}) => {
  test.setTimeout(180_000);
  const product = productWith(products, 1);
  const { price } = variantOf(product, 0);
  const { email, number } = await orderOnline(page, product, 'Pay by UPI');

  await test.step('a desktop shows a code', async () => {
    await expect(page.getByRole('img', { name: 'QR code to pay by UPI' })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/);
    await expect(page.getByText('Test mode')).toHaveCount(0);
    await expectFine(page);
  });

  const pocket = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await pocket.newPage();
  await test.step('a phone opens an app', async () => {
    await phone.goto(`/payment${proofIn(await mailTo(shop, email, 'Please pay for your order'))}`);
    const app = phone.getByRole('link', { name: 'Pay with a UPI app' });
    const link = new URL((await app.getAttribute('href')) ?? '');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      pa: 'vanmool@okicici',
      am: `${price}.00`,
      cu: 'INR',
      tr: number,
    });
    await expect(phone.getByRole('img', { name: 'QR code to pay by UPI' })).toHaveCount(0);
    await expectFine(phone);
    await phone.getByRole('button', { name: 'I have paid' }).click();
    await expect(
      phone.getByRole('heading', { level: 1, name: 'We are confirming your payment' }),
    ).toBeVisible();
    await expect(phone.getByText(/^We check our account/)).toBeVisible();
    await phone.getByText('Not paid yet?').click();
    await expect(app).toBeVisible();
    await expectFine(phone);
  });

  // The shopper of the second order writes no note with the payment.
  const other = await pocket.newPage();
  const second = await orderOnline(other, product, 'Pay by UPI');
  await other.getByRole('button', { name: 'I have paid' }).click();

  await test.step('the statement names one order, and the owner matches the other credit', async () => {
    const { page: office } = await owner(browser, shop);
    await office.goto(`${shop.officeUrl}/payments`);
    const credits = [
      {
        narration: `UPI-ASHA PATEL-ASHA@OKSBI-SBIN0000001-633012345678-${number}`,
        utr: '633012345678',
        amount: price,
      },
      {
        narration: 'UPI-ASHA PATEL-ASHA@OKSBI-SBIN0000001-633012345679-PAYMENT',
        utr: '633012345679',
        amount: price,
      },
    ];
    await bringIn(office, statement(credits), '2 rows');
    await office.getByRole('link', { name: 'Unmatched credits' }).click();
    await expect(office.getByRole('heading', { level: 1, name: 'Unmatched credits' })).toBeVisible();
    await expect(async () => {
      await office.reload();
      const nothing = office.getByText('No unmatched credits.');
      await expect(office.getByRole('table').or(nothing)).toBeVisible();
      await expect(office.getByRole('cell', { name: '633012345679', exact: true })).toBeVisible({
        timeout: LOOK_MS,
      });
      // The credit that names its order is matched first.
      await expect(office.getByText('633012345678')).toHaveCount(0, { timeout: LOOK_MS });
    }).toPass();
    await expect(office.getByText('ASHA@OKSBI')).toHaveCount(0);
    const ask = office.getByRole('button', { name: /An order’s…/ });
    await expectFocusBack(office, ask);
    await ask.click();
    const dialog = office.getByRole('dialog', { name: 'Match to an order' });
    await dialog.getByLabel('Order number').fill(second.number);
    await dialog.getByRole('button', { name: 'Mark the order paid' }).click();
    await expect(office.getByText(`${second.number} is paid.`)).toBeVisible();
    await office.context().close();
  });

  await test.step('every page that waits says so by itself', async () => {
    for (const waiting of [page, phone, other]) {
      await expect(thanks(waiting)).toBeVisible({ timeout: 40_000 });
    }
    await expectFine(phone);
    await phone.getByRole('link', { name: 'Follow your order' }).click();
    await expect(phone.getByRole('article').getByText('Paid. Thank you.')).toBeVisible();
    expect(await mailTo(shop, email, 'We have received')).toContain('633012345678');
    expect(await mailTo(shop, second.email, 'We have received')).toContain('633012345679');
  });
  await test.step('the money of a cancelled order is sent by hand', async () => {
    const { page: office } = await owner(browser, shop);
    await office.goto(`${shop.officeUrl}/orders/${second.number}`);
    await office.getByRole('button', { name: 'Cancel…' }).press('Enter');
    const dialog = office.getByRole('dialog', { name: 'Cancel the order' });
    await dialog.getByLabel('Reason').fill('Ordered twice.');
    await dialog.getByRole('button', { name: 'Cancel the order' }).press('Enter');
    await expect(dialog).toBeHidden();
    const sent = office.getByRole('button', { name: 'Record as sent…' });
    await expect(async () => {
      await office.reload();
      await expect(office.getByRole('heading', { level: 1, name: second.number })).toBeVisible();
      await expect(sent).toBeVisible({ timeout: LOOK_MS });
    }).toPass();
    await expectFocusBack(office, sent);
    await office.context().close();
  });
  await pocket.close();
});
