import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, oneScreen, test } from './fixtures';
import { attachmentOf, mailTo, subjectsTo } from './mailbox';
import { operator } from './operator';
import { owner, showWho } from './colleague';
import { expectPdf } from './pdf';
import { expectFine } from './accessibility';
import { LOOK_MS, orderOnline, proofIn, thanks } from './paying';
import { productWith, variantOf } from './shopper';

const mobileNumber = '9876543210';
const SIMULATED = 'Pay by UPI or card (simulated)';

// Uses the simulated provider that `shop run` starts; deploy/payment_simulator describes its page.

/** Presses a button that downloads a file, and returns the file. */
async function download(page: Page, name: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('article').getByRole('button', { name }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('an order is declined once, paid, found by the mail’s link, sent with its invoice, returned in part and paid back in part', async ({
  page,
  context,
  browser,
  baseURL,
  products,
  shop,
}) => {
  test.setTimeout(180_000);
  const { transition } = operator(shop);
  const product = productWith(products, 1);
  const { price } = variantOf(product, 0);
  const { email, number } = await orderOnline(page, product, SIMULATED, 2);

  await test.step('the bank declines, the second try is paid, and the tab is closed', async () => {
    await expect(page.getByText('Test mode: no money is charged.')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/);
    await expectFine(page);
    await page.getByRole('button', { name: 'I have paid' }).click();
    await expect(page.getByText('We have not received your payment yet. We keep checking.')).toBeVisible();
    await page.getByRole('link', { name: 'Pay by UPI or card' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Your bank declined the payment.')).toBeVisible();
    await page.goto(`/payment?order=${number}`);
    await expect(page.getByRole('heading', { level: 1, name: 'The payment was declined' })).toBeVisible();
    await expectFine(page);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('checkbox', { name: /^Close the tab after paying/ }).check();
    await page.getByRole('button', { name: 'Pay by UPI' }).click();
    await expect(page.getByText('Paid. You can close this tab.')).toBeVisible();
    await page.close();
    await context.clearCookies();
  });

  // Another browser, without a proof for the order.
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const later = await elsewhere.newPage();
  const article = later.getByRole('article');
  /** Reloads the order by the mail's link until it shows this text. */
  const reached = async (words: string) => {
    await later.reload();
    await expect(article.getByText(words).first()).toBeVisible();
  };

  await test.step('the mail’s link finds it paid', async () => {
    const proof = proofIn(await mailTo(shop, email, 'Please pay for your order'));
    expect(proof).toContain(`#${number}/`);
    await later.goto(`/payment${proof}`);
    await expect(thanks(later)).toBeVisible();
    await expectFine(later);
    await later.getByRole('link', { name: 'Follow your order' }).click();
    await expect(article.getByText('Paid. Thank you.')).toBeVisible();
    await expect(article.getByText('We are getting your parcel ready.')).toBeVisible();
    await expect(article.getByRole('link', { name: 'Pay now' })).toHaveCount(0);
    await expectFine(later);
    const receipt = await mailTo(shop, email, 'We have received');
    expect(receipt).toContain(number);
  });

  await test.step('it leaves with an invoice, which is mailed and can be downloaded', async () => {
    await transition(number, mobileNumber, 'PACKED');
    await reached('Your parcel is packed');
    await transition(number, mobileNumber, 'SHIPPED');
    const mailed = attachmentOf(await mailTo(shop, email, 'on its way'));
    // The order is shown without its documents if the billing service does not answer in time.
    await expect(async () => {
      await reached('EK123456789IN');
      await expect(article.getByRole('heading', { name: 'Invoice' })).toBeVisible({ timeout: LOOK_MS });
    }).toPass();
    await expect(article.getByText('Your parcel is on its way to you.')).toBeVisible();
    const invoice = await download(later, /^(Tax invoice|Bill of supply) /);
    expect(mailed.name).toBe(invoice.name);
    expect(mailed.bytes.equals(invoice.bytes), 'what is downloaded is what was mailed').toBe(true);
    await expectPdf(invoice.bytes, number, product.productName);
    await expectFine(later);
    await transition(number, mobileNumber, 'DELIVERED');
    await reached('Your parcel was delivered.');
    await mailTo(shop, email, 'delivered');
  });

  await test.step('one of two packs goes back, and the office pays it back', async () => {
    await article.getByRole('button', { name: 'Return it' }).click();
    const dialog = later.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Decrease quantity/ }).click();
    await dialog.getByLabel('Why do you want to return it?').fill('The pack is torn');
    await dialog.getByRole('button', { name: 'Request a return' }).click();
    await expect(article.getByText('You asked to return it').first()).toBeVisible();

    const colleague = await owner(browser, shop);
    const { page: office } = colleague;
    await office.goto(`${shop.officeUrl}/orders/${number}`);
    await office.getByRole('button', { name: 'Accept the return…' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Accept the return' }).click();
    await expect(office.getByText(`${number}: The return is accepted.`)).toBeVisible();
    await mailTo(shop, email, 'Where to send your return');
    await office.getByRole('button', { name: 'Inspect the return…' }).click();
    await office.getByRole('button', { name: 'Accept the packs' }).click();
    await expect(office.getByText(`${number}: The packs are accepted.`)).toBeVisible();
    await office.getByRole('button', { name: 'Refund…' }).click();
    const refund = office.getByRole('dialog', { name: 'Refund' });
    // The price of the returned pack.
    await expect(refund.getByLabel('Amount in ₹')).toHaveValue(String(price));
    await expect(refund.getByLabel('Reason')).toHaveValue('returned');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await showWho(colleague, office.getByText(`${number}: ₹${price}.00 is being refunded.`));
    await office.context().close();
  });

  await test.step('the shopper reads that the money went back, and has a credit note', async () => {
    await mailTo(shop, email, 'Your refund of');
    await mailTo(shop, email, 'We have refunded');
    await expect(async () => {
      await reached('We have received and checked your return.');
      await expect(article.getByText(/^Refunded · /)).toBeVisible({ timeout: LOOK_MS });
      await expect(article.getByRole('button', { name: /^Credit note / })).toBeVisible({ timeout: LOOK_MS });
    }).toPass();
    await expect(article.getByText(`Refund of ₹${price}.00`)).toBeVisible();
    await expect(article.getByText('Part of your money has been refunded.')).toBeVisible();
    await expectFine(later);
    const note = await download(later, /^Credit note /);
    await expectPdf(note.bytes, number, product.productName);
    await later.goto(`/payment${new URL(later.url()).hash}`);
    await expect(
      later.getByRole('heading', { level: 1, name: 'Part of your money has been refunded' }),
    ).toBeVisible();
    await expectFine(later);
    await elsewhere.close();
    // Every step was mailed exactly once.
    await mailTo(shop, email, 'We are preparing');
    await mailTo(shop, email, 'Your return of order');
    const subjects = await subjectsTo(shop, email);
    expect(new Set(subjects).size, subjects.join('\n')).toBe(subjects.length);
  });
});

test(
  'a shopper who comes back from the provider sees that the order is paid, and a cancelled one gives the money back',
  oneScreen,
  async ({ page, products, shop }) => {
    const { email, number } = await orderOnline(page, productWith(products, 1), SIMULATED);
    await page.getByRole('link', { name: 'Pay by UPI or card' }).click();
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await expect(thanks(page)).toBeVisible();
    await expect(page).toHaveURL(`/payment?order=${number}`);
    await expectFine(page);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept, 'what proves whose it is, is forgotten').not.toContain('9876543210');

    await page.goto(`/track${proofIn(await mailTo(shop, email, 'Please pay for your order'))}`);
    const article = page.getByRole('article');
    await expect(article.getByText('Paid. Thank you.')).toBeVisible();
    await article.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
      await expect(article.getByText(/^Refund of /)).toBeVisible({ timeout: LOOK_MS });
    }).toPass();
  },
);

test(
  'an order that waits for its money is paid from its mail on another device',
  oneScreen,
  async ({ page, browser, baseURL, products, shop }) => {
    const { email } = await orderOnline(page, productWith(products, 1), SIMULATED);
    const proof = proofIn(await mailTo(shop, email, 'Please pay for your order'));
    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
    const other = await elsewhere.newPage();
    await other.goto(`/track${proof}`);
    await other.getByRole('link', { name: 'Pay now' }).click();
    await other.getByRole('link', { name: 'Pay by UPI or card' }).click();
    await other.getByRole('checkbox', { name: /^Close the tab after paying/ }).check();
    await other.getByRole('button', { name: 'Pay by UPI' }).click();
    await expect(other.getByText('Paid. You can close this tab.')).toBeVisible();
    // The first device's page updates by itself.
    await expect(thanks(page)).toBeVisible({ timeout: 40_000 });
    await elsewhere.close();
  },
);
