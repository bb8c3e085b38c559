import type { APIRequestContext, Page } from '@playwright/test';
import type { Label, Product } from '../src/api/types';
import { expectFine } from './accessibility';
import { expect, test } from './fixtures';
import { mailTo } from './mailbox';
import { operator } from './operator';
import { sellOut } from './sell_out';
import { openProduct, variantOf } from './shopper';

// Parallel tests share the shop. No other test buys this product.
const GONE = 'Jamun Powder';

const weights = (page: Page) => page.getByRole('region', { name: 'Choose your weight' });
const packs = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'On the packs we ship next' }) });

function named(products: readonly Product[], name: string): Product {
  const product = products.find(({ productName }) => productName === name);
  if (!product) throw new Error(`the shop does not sell ${name}`);
  return product;
}

async function labelsOf(request: APIRequestContext, product: Product): Promise<Label[]> {
  const answer = await request.get(`/api/v1/products/${product._id}/labels`);
  return (await answer.json()).data;
}

test('a shopper who waits for a weight is told once when it is back, and the page sells it again', async ({
  page,
  request,
  shop,
  products,
}) => {
  test.slow();
  const product = named(products, GONE);
  const pack = variantOf(product, 1);
  const email = `asha.${crypto.randomUUID()}@example.com`;
  const tellMe = page.getByRole('button', {
    name: `Tell me when it is back: ${product.productName}, ${pack.weightInGrams} g`,
  });
  await sellOut(request, product, [pack.weightInGrams]);

  await openProduct(page, product);
  await expectFine(page);
  await tellMe.click();
  const form = weights(page).getByRole('form');
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByRole('button', { name: 'Tell me' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await expectFine(page);
  await form.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We will email ${email} once, when it is back.`)).toBeFocused();
  await expectFine(page);

  const { stock } = operator(shop);
  await stock('ReceiveBatch', {
    receiptId: crypto.randomUUID(),
    pack: { productId: product._id, weightInGrams: pack.weightInGrams },
    batchNumber: 'E2E-BACK',
    packedOn: '2026-11-01',
    bestBefore: '2199-11-01',
    mrpPaise: 99_900,
    quantity: 200,
  });
  const mail = await mailTo(shop, email, `${product.productName} is back`);
  expect(mail.replaceAll('=\r\n', '')).toContain(`/product/${product._id}`);
  await openProduct(page, product);
  await expect(
    weights(page).getByRole('button', {
      name: `Increase quantity of ${product.productName}, ${pack.weightInGrams} g`,
    }),
  ).toBeEnabled();
  expect(await labelsOf(request, product)).toContainEqual(
    expect.objectContaining({
      weightInGrams: pack.weightInGrams,
      batchNumber: 'E2E-BACK',
      packedOn: '2026-11-01',
    }),
  );
});

test('the page shows the label of the packs that are shipped next, and nothing moves', async ({
  page,
  request,
  products,
}) => {
  const [product] = products;
  if (!product) throw new Error('the shop sells nothing');
  const labels = await labelsOf(request, product);
  expect(labels.map(({ weightInGrams }) => weightInGrams)).toEqual(
    product.variants.map(({ weightInGrams }) => weightInGrams),
  );
  await openProduct(page, product);
  for (const { batchNumber, mrp } of labels) {
    await expect(
      packs(page).getByText(`MRP ₹${mrp.toLocaleString('en-IN')}, all taxes included`),
    ).toBeVisible();
    await expect(packs(page).getByText(`Batch ${batchNumber}`)).toBeVisible();
  }
  await expectFine(page);
});

test('while the label of the packs is not known, the page sells on', async ({
  page,
  products,
  complaints,
}) => {
  const [product] = products;
  if (!product) throw new Error('the shop sells nothing');
  await page.route('**/labels', (route) => route.fulfill({ status: 503, body: '' }));
  await openProduct(page, product);
  await expect(
    packs(page).getByText('Batch, packing date and MRP are printed on the pack.').first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('503')]);
});
