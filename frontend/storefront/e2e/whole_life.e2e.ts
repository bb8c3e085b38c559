import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { codeIn, mailTo, subjectsTo } from './mailbox';
import { operator } from './operator';
import { passMinuteOfLimits, passMonthOfOrders } from './records';
import { choose, openProduct, productWith, variantOf } from './shopper';

const password = 'monsoon-42';
const mobileNumber = '9876543210';
const address = '12 Ring Road, Surat';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');

async function registerAndLogIn(page: Page, email: string): Promise<void> {
  const account = { email, password, mobileNumber };
  expect((await page.request.post('/api/v1/users/userregister', { data: account })).status()).toBe(201);
  await page.goto('/login');
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
}

async function saveAddress(page: Page): Promise<void> {
  await page.goto('/account/addresses');
  await page.getByRole('button', { name: 'Add an address' }).click();
  await dialog(page).getByLabel('Full name').fill('Asha Patel');
  await dialog(page).getByLabel('Mobile number').fill('+91 98765 43210');
  await dialog(page).getByLabel('Delivery address').fill(address);
  await dialog(page).getByLabel('Pincode').fill('395007');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Address saved')).toBeVisible();
  await expect(main(page).getByRole('listitem').filter({ hasText: address })).toBeVisible();
}

/** Checks out with the saved address of the account and returns the order number. */
async function placeWithSavedAddress(page: Page, pay: string): Promise<string> {
  await page.getByRole('button', { name: 'Check out' }).click();
  await expect(dialog(page).getByLabel('Delivery Address')).toHaveValue(address);
  await expect(dialog(page).getByLabel('Pincode')).toHaveValue('395007');
  await dialog(page).getByRole('radio', { name: pay }).check();
  await dialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const number = page.getByText(/^Your order number/).locator('b');
  return (await number.textContent()) ?? '';
}

/** Requests a code by mail and types it. */
async function typeCode(page: Page, code: () => Promise<string>): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Email me a code' }).click();
  await expect(dialog(page).getByText('A code is on its way to you.').first()).toBeVisible();
  await dialog(page)
    .getByLabel('Code')
    .fill(await code());
}

test('a shopper pays at the door, returns one of two packs, reviews, takes the data along and leaves', async ({
  page,
  products,
  shop,
  complaints,
}) => {
  test.slow();
  const { stock, transition } = operator(shop);
  const email = `asha.${crypto.randomUUID()}@gmail.com`;
  const words = `Bitter, as it should be. ${crypto.randomUUID()}`;
  const product = productWith(products, 2);
  const { weightInGrams, price } = variantOf(product, 0);
  const onHand = async () => {
    const { batches } = await stock('ListBatches', { pack: { productId: product._id, weightInGrams } });
    return (batches as { onHand: number }[]).reduce((sum, batch) => sum + batch.onHand, 0);
  };
  await registerAndLogIn(page, email);
  await saveAddress(page);

  // The pincode is entered on the product page, and the order is paid by COD.
  await openProduct(page, product);
  await page.getByLabel('Delivery to you').fill('395007');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText(/^Surat, Gujarat/)).toBeVisible();
  await choose(page, product, weightInGrams, 2);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const number = await placeWithSavedAddress(page, 'Cash on delivery');
  const confirmation = await mailTo(shop, email, 'Order Confirmed');
  expect(confirmation).toContain('Cash on delivery');
  const total = new Intl.NumberFormat('en-IN').format(2 * price + 50);
  expect(confirmation.replaceAll(/=\r?\n/g, '')).toMatch(new RegExp(`have \\S*${total} ready`));

  // The order is tracked by the mail's link, then by its number.
  const link = confirmation
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .match(/http:\/\/localhost:\d+(\/track#[\w/-]+)/)?.[1];
  await page.goto(link ?? 'the mail holds no link');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 2, name: `Order ${number}` })).toBeVisible();
  await page.goto(`/track?order=${number}`);
  await expect(page.getByLabel('Order number')).toHaveValue(number);
  await main(page).getByLabel('Mobile number').fill(mobileNumber);
  await main(page).getByRole('button', { name: 'Show my order' }).click();
  await expect(article.getByTestId('order-total')).toHaveText(`₹${total}.00`);

  // The order is delivered, and one of its two packs is returned to stock.
  for (const to of ['CONFIRMED', 'PACKED', 'SHIPPED', 'DELIVERED']) {
    // oxlint-disable-next-line no-await-in-loop -- each state follows the one before
    await transition(number, mobileNumber, to);
  }
  await expect.poll(async () => subjectsTo(shop, email)).toContainEqual(expect.stringContaining('delivered'));
  const shelf = await onHand();
  await page.goto(`/orders/${number}`);
  await article.getByRole('button', { name: 'Return it' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Decrease quantity/ })
    .click();
  await expect(dialog(page).getByText('1 of 2 packs will be returned.')).toBeVisible();
  await dialog(page).getByLabel('Why do you want to return it?').fill('One is enough');
  await dialog(page).getByRole('button', { name: 'Request a return' }).click();
  await expect(article.getByText('You asked to return it').first()).toBeVisible();
  await transition(number, mobileNumber, 'RETURNED');
  const { orderId } = await (await page.request.get(`/api/v1/users/orders/${number}`))
    .json()
    .then((body) => body.data);
  let returned: { batchId: string; quantity: number } | undefined;
  await expect
    .poll(async () => {
      // Empty fields are missing in the response.
      const { packs = [] } = await stock('ListReturnedPacks', {});
      const own = (packs as { orderId: string; quantity: number; batches: { batchId: string }[] }[]).find(
        (pack) => pack.orderId === orderId,
      );
      const batchId = own?.batches[0]?.batchId;
      returned = own && batchId ? { batchId, quantity: own.quantity } : undefined;
      return returned?.quantity;
    })
    .toBe(1);
  expect(await onHand()).toBe(shelf);
  await stock('ResolveReturnedPacks', { resolutionId: crypto.randomUUID(), orderId, ...returned });
  expect(await onHand()).toBe(shelf + 1);

  // The buyer reviews the kept pack.
  await openProduct(page, product);
  await page.getByRole('region', { name: 'Reviews' }).getByRole('link').click();
  await main(page).getByLabel('Name', { exact: true }).fill('Asha');
  await main(page).getByLabel('Review').fill(words);
  await main(page).getByLabel('Rating').fill('4.5');
  await main(page).getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByText('Review submitted successfully!')).toBeVisible();
  await openProduct(page, product);
  const review = page.getByRole('listitem').filter({ hasText: 'Your review' });
  await expect(review.getByText('Verified buyer')).toBeVisible();

  // The shopper exports their data.
  await page.goto('/account/data');
  await page.getByRole('button', { name: 'Collect my data' }).click();
  const first = async () => codeIn(await mailTo(shop, email, 'Your code for your account'));
  await typeCode(page, first);
  await dialog(page).getByRole('button', { name: 'Collect my data' }).click();
  await expect(dialog(page)).toBeHidden();
  await mailTo(shop, email, 'Your data is ready');
  await page.reload();
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  const coming = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download as JSON' }).click();
  const file = await readFile(await (await coming).path(), 'utf8');
  for (const kept of [email, number, address, words]) expect(file).toContain(kept);

  // The saved address is used again, for an order that is cancelled.
  await openProduct(page, product);
  await choose(page, product, weightInGrams, 1);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const second = await placeWithSavedAddress(page, 'Pay later');
  await page.goto(`/orders/${second}`);
  await article.getByRole('button', { name: 'Cancel order' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel order' }).click();
  await expect(article.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();

  // The account is deleted after a month, because a pending COD remittance blocks the deletion.
  await passMonthOfOrders(shop, email);
  const codeBefore = await first();
  // Codes are limited to one a minute.
  await passMinuteOfLimits(shop);
  await page.goto('/account/data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await typeCode(page, async () => {
    await expect.poll(first).not.toBe(codeBefore);
    return first();
  });
  complaints.splice(0);
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await mailTo(shop, email, 'Your account is deleted');
  expect((await page.request.get('/api/v1/users/me')).status()).toBe(401);
  // Browsers may cache the list of reviews for a minute.
  await expect
    .poll(async () => (await page.request.get('/api/v1/users/getallreview')).text())
    .not.toContain(words);

  const subjects = await subjectsTo(shop, email);
  const codes = subjects.filter((subject) => subject.startsWith('Your code'));
  expect(codes).toHaveLength(2);
  const others = subjects.filter((subject) => !codes.includes(subject));
  expect(new Set(others).size, others.join('\n')).toBe(others.length);
});
