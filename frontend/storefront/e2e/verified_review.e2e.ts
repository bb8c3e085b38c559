import type { Page } from '@playwright/test';
import type { Product } from '../src/api/types';
import { expectFine } from './accessibility';
import { expect, test } from './fixtures';
import { operator } from './operator';
import { openProduct, productWith, variantOf } from './shopper';

const password = 'monsoon-42';
const mobileNumber = '9876543210';
const main = (page: Page) => page.getByRole('main');

/** Creates an account through the API, and logs in on the page. */
async function logIn(page: Page): Promise<void> {
  const email = `asha.${crypto.randomUUID()}@gmail.com`;
  const data = { email, password, mobileNumber };
  expect((await page.request.post('/api/v1/users/userregister', { data })).status()).toBe(201);
  await page.goto('/login');
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
}

/** Orders two packs of the first weight through the API and returns the order number. */
async function order(page: Page, product: Product): Promise<string> {
  const { weightInGrams, price } = variantOf(product, 0);
  const line = { productId: product._id, productName: product.productName, weightInGrams };
  const data = {
    fullname: 'Asha Patel',
    email: 'asha@example.com',
    mobilenumber: mobileNumber,
    deliveryAddress: '12 Ring Road, Surat',
    pincode: '395007',
    totalAmount: price * 2,
    products: [{ ...line, quantity: 2, basePrice: price, actualPrice: price * 2 }],
  };
  const answer = await page.request.post('/api/v1/users/orders/create/', { data });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data.orderNumber;
}

async function write(page: Page, product: Product, review: string): Promise<void> {
  await openProduct(page, product);
  await page.getByRole('region', { name: 'Reviews' }).getByRole('link').click();
  await expect(main(page).getByLabel('Product Name')).toHaveValue(product.productName);
  await main(page).getByLabel('Name', { exact: true }).fill('Asha');
  await main(page).getByLabel('Review').fill(review);
  await main(page).getByLabel('Rating').fill('4.5');
  await main(page).getByRole('button', { name: 'Submit Review' }).click();
}

test('a shopper who got a pack writes one verified review of it, and changes it', async ({
  page,
  shop,
  products,
  complaints,
}) => {
  test.slow();
  const product = productWith(products, 1);
  await logIn(page);
  const number = await order(page, product);
  for (const to of ['CONFIRMED', 'PACKED', 'SHIPPED', 'DELIVERED']) {
    // oxlint-disable-next-line no-await-in-loop -- each state follows the one before
    await operator(shop).transition(number, mobileNumber, to);
  }
  await write(page, product, 'Bitter, as it should be.');
  await expect(page.getByText('Review submitted successfully!')).toBeVisible();

  await openProduct(page, product);
  const mine = page.getByRole('listitem').filter({ hasText: 'Your review' });
  await expect(mine).toContainText('Bitter, as it should be.');
  await expect(mine.getByText('Verified buyer')).toBeVisible();
  await mine.scrollIntoViewIfNeeded();
  await expectFine(page);

  // The pack has a review already, so a new one can only replace it.
  await write(page, product, 'Sweet, in the end.');
  const dialog = page.getByRole('dialog', { name: 'Change your review' });
  await expect(dialog.getByText('Bitter, as it should be.')).toBeVisible();
  await expect(dialog.getByLabel('Review')).toHaveValue('Sweet, in the end.');
  await expect(dialog.getByLabel('Review')).toBeFocused();
  await expectFine(page);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
  await dialog.getByRole('button', { name: 'Save my review' }).click();
  await expect(page.getByText('Review updated successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByLabel('Review')).toHaveValue('');

  await openProduct(page, product);
  await expect(mine).toContainText('Sweet, in the end.');
  await expect(mine).toContainText('changed on');
  // An exact match, because other reviews may be about bitterness, too.
  await expect(page.getByText('Bitter, as it should be.', { exact: true })).toHaveCount(0);
  await mine.getByRole('button', { name: 'Change it' }).press('Enter');
  await dialog.getByLabel('Review').fill('Sweet, and it stays so.');
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Save my review' }).click();
  await expect(mine).toContainText('Sweet, and it stays so.');
  await expect(mine.getByRole('button', { name: 'Change it' })).toBeFocused();
  await expectFine(page);
});
