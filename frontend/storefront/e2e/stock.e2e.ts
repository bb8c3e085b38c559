import type { Page } from '@playwright/test';
import type { Product, Variant } from '../src/api/types';
import { expectAccessible, expectFine } from './accessibility';
import { expect, test } from './fixtures';
import { linesOf, ordersOf } from './records';
import { sellOut } from './sell_out';
import {
  choose,
  comeWithCart,
  comeWithLines,
  fillCheckout,
  openProduct,
  productWith,
  variantOf,
} from './shopper';

// Parallel tests share the shop. No other test buys these products.
const LOW = 'Neem Powder';
const ONE_WEIGHT_GONE = 'Shallaki Powder';
const ALL_GONE = 'Triphala Powder';

function named(products: readonly Product[], name: string): Product {
  const product = products.find(({ productName }) => productName === name);
  if (!product) throw new Error(`the shop does not sell ${name}`);
  return product;
}

/** The sample shop's only pack with few left. No test orders it. */
function lowPack(products: readonly Product[]): { product: Product; pack: Variant; left: number } {
  const product = named(products, LOW);
  const pack = product.variants.find(({ availability }) => availability === 'low');
  if (!pack?.left) throw new Error(`there is plenty of ${LOW}`);
  return { product, pack, left: pack.left };
}

const cardOf = (page: Page, { tagline }: Product) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: tagline });
const weightOf = (page: Page, { weightInGrams }: Variant) =>
  page
    .getByRole('region', { name: 'Choose your weight' })
    .getByRole('listitem')
    .filter({ has: page.getByText(`${weightInGrams} g`, { exact: true }) });
const rowOf = (page: Page, { productName }: Product) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: productName });
const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}.00`;
const checkout = (page: Page) => page.getByRole('dialog', { name: 'Checkout Details' });

/** Sends the order and expects this refusal. */
async function expectRefused(page: Page, complaints: string[], words: string): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(checkout(page).getByText(words).first()).toBeVisible();
  await expectAccessible(page);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
}

test('few packs left: card, product page and cart say so, and no more can be chosen', async ({
  page,
  products,
}) => {
  const { product, pack, left } = lowPack(products);
  const weight = `${pack.weightInGrams} g`;
  await page.goto('/shop');
  await expect(cardOf(page, product).getByText(`Only ${left} left in ${weight}`)).toBeVisible();
  await expectFine(page);

  await openProduct(page, product);
  await expect(weightOf(page, pack).getByText(`Only ${left} left`)).toBeVisible();
  await choose(page, product, pack.weightInGrams, left);
  await expect(weightOf(page, pack).getByTestId('quantity')).toHaveText(String(left));
  await expect(weightOf(page, pack).getByRole('button', { name: /^Increase/ })).toBeDisabled();
  await expectFine(page);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText(`Added ${left} item(s) to cart!`)).toBeVisible();

  await page.goto('/cart');
  const row = rowOf(page, product);
  await expect(row.getByText(`Only ${left} left`)).toBeVisible();
  await expect(row.getByRole('button', { name: /^Increase/ })).toBeDisabled();
  await expect(row.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  await expectFine(page);
});

test('a line that asks for more than is left keeps its quantity until one press changes it', async ({
  page,
  products,
}) => {
  const { product, pack, left } = lowPack(products);
  await comeWithLines(page, { product, pack, quantity: left + 3 });
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: `Your Cart (${left + 3} items)` })).toBeVisible();
  const row = rowOf(page, product);
  const notice = row.getByText(`Only ${left} left`);
  await expect(notice).toBeVisible();
  await expectFine(page);
  await row.getByRole('button', { name: `Change to ${left}` }).click();
  await expect(page.getByText('Quantity updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Your Cart (${left} items)` })).toBeVisible();
  await expect(notice).toBeFocused();
});

test('an order that asks for more than is left is refused, and changed where it stands', async ({
  page,
  products,
  complaints,
}) => {
  const { product, pack, left } = lowPack(products);
  await comeWithLines(page, { product, pack, quantity: left + 1 });
  await page.goto('/checkout');
  await fillCheckout(page);
  await expectRefused(page, complaints, `Only ${left} packs of ${product.productName}`);
  await checkout(page)
    .getByRole('button', { name: `Change to ${left}` })
    .click();
  await expect(page.getByTestId('order-total')).toHaveText(rupees(pack.price * left));
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused();
});

test('a weight that is sold out cannot be chosen, and is taken out of an order at one press', async ({
  page,
  request,
  shop,
  products,
  complaints,
}) => {
  test.slow();
  const product = named(products, ONE_WEIGHT_GONE);
  const bought = productWith(products, 1);
  const [other, gone] = [variantOf(product, 0), variantOf(product, 1)];
  await comeWithLines(
    page,
    { product, pack: gone, quantity: 2 },
    { product: bought, pack: variantOf(bought, 0), quantity: 1 },
  );
  await sellOut(request, product, [gone.weightInGrams]);

  await openProduct(page, product);
  await expect(weightOf(page, gone)).toContainText(`₹${gone.price}Sold out`);
  await expect(weightOf(page, gone).getByRole('button', { name: /crease/ })).toHaveCount(0);
  await expect(weightOf(page, other).getByRole('button', { name: /^Increase/ })).toBeEnabled();
  await expectFine(page);

  await page.goto('/cart');
  await expect(rowOf(page, product).getByText('Sold out')).toBeVisible();
  await expect(rowOf(page, product).getByRole('button')).toHaveCount(1);
  await expectFine(page);
  await page.getByRole('button', { name: 'Check out' }).click();
  const email = await fillCheckout(page);
  await expectRefused(page, complaints, `${product.productName} (${gone.weightInGrams} g) is sold out.`);
  await checkout(page)
    .getByRole('button', { name: `Remove ${product.productName}` })
    .click();
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const [order] = await ordersOf(shop, email);
  expect(await linesOf(shop, order?.id ?? '')).toEqual([
    expect.objectContaining({ product_name: bought.productName, quantity: 1 }),
  ]);
});

test('a product that is sold out says so on its card and its page, and leaves the cart at one press', async ({
  page,
  request,
  products,
}) => {
  test.slow();
  const product = named(products, ALL_GONE);
  const kept = productWith(products, 1);
  await comeWithCart(page, product, kept);
  const weights = product.variants.map(({ weightInGrams }) => weightInGrams);
  await sellOut(request, product, weights);

  await page.goto('/shop');
  const card = cardOf(page, product);
  await expect(card.getByText('Sold out')).toBeVisible();
  await expect(card.getByRole('link')).toHaveCount(1);
  await expectFine(page);
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: product.productName })).toBeVisible();
  await expect(page.getByText('Sold out')).toHaveCount(weights.length + 1);
  await expect(page.getByRole('button', { name: /^Add to Cart|^Buy Now|^Increase/ })).toHaveCount(0);
  await expectFine(page);

  await page.goto('/cart');
  await rowOf(page, product)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByText('Item removed from cart')).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${kept.productName}` })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Your Cart (1 items)' })).toBeVisible();
});
