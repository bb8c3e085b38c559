import { expect, type Page } from '@playwright/test';
import type { Product, Variant } from '../src/api/types';
import { paths } from '../src/paths';
import { packLabel } from '../src/rules/weight';

/** A product with at least this many weights. */
export function productWith(products: readonly Product[], weights: number, except?: Product): Product {
  const product = products.find(({ _id, variants }) => variants.length >= weights && _id !== except?._id);
  if (!product) throw new Error(`no product comes in ${weights} weights`);
  return product;
}

/** The variant at an index. Throws if the product lacks it. */
export function variantOf(product: Product, index: number): Variant {
  const variant = product.variants[index];
  if (!variant) throw new Error(`${product.productName} has no variant ${index}`);
  return variant;
}

/** Opens the page of a product by its path. */
export async function openProduct(page: Page, product: Product): Promise<void> {
  await page.goto(paths.product(product._id));
  await expect(page.getByRole('heading', { level: 1, name: product.productName })).toBeVisible();
}

/** Presses plus until `packs` packs of a weight are chosen. */
export async function choose(
  page: Page,
  product: Product,
  weightInGrams: number,
  packs: number,
): Promise<void> {
  const plus = page.getByRole('button', {
    name: `Increase quantity of ${product.productName}, ${packLabel(weightInGrams)}`,
    exact: true,
  });
  for (let pack = 0; pack < packs; pack++) await plus.click();
}

/** Adds packs of one weight to the cart. */
export async function putIntoCart(
  page: Page,
  product: Product,
  weightInGrams: number,
  packs: number,
): Promise<void> {
  await openProduct(page, product);
  await choose(page, product, weightInGrams, packs);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText(`Added ${packs} item(s) to cart!`)).toBeVisible();
}

/** Packs of one weight. */
interface Packs {
  product: Product;
  pack: Variant;
  quantity: number;
}

/** Stores a cart with one pack of the first weight of each product, as for a returning shopper. */
export async function comeWithCart(page: Page, ...products: readonly Product[]): Promise<void> {
  const lines = products.map((product) => ({ product, pack: variantOf(product, 0), quantity: 1 }));
  await comeWithLines(page, ...lines);
}

/** Stores a cart with these packs, as for a returning shopper. */
export async function comeWithLines(page: Page, ...lines: readonly Packs[]): Promise<void> {
  const items = lines.map(({ product, pack, quantity }) => {
    const { _id, productName, photos } = product;
    return { _id, productName, selectedWeight: pack.weightInGrams, quantity, price: pack.price, photos };
  });
  await page.addInitScript((cart) => {
    // The map's frame has its own storage or none. A cart stored meanwhile is newer.
    if (window === window.top && localStorage.getItem('cart') === null) localStorage.setItem('cart', cart);
  }, JSON.stringify(items));
}

/**
 * Creates an account and logs in through the API: the browser has the session cookie, but no page has the flag. Returns the email address.
 */
export async function logInByCall(page: Page): Promise<string> {
  const [email, password] = [`asha.${crypto.randomUUID()}@gmail.com`, 'monsoon-42'];
  const post = (path: string, data: object) => page.request.post(`/api/v1/users/${path}`, { data });
  expect((await post('userregister', { email, password, mobileNumber: '9876543210' })).status()).toBe(201);
  expect((await post('userlogin', { email, password })).status()).toBe(200);
  return email;
}

/** Fills the checkout form with a new email address, so that its orders can be told apart. Returns the address. */
export async function fillCheckout(page: Page): Promise<string> {
  const email = `asha.${crypto.randomUUID()}@example.com`;
  const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
  await dialog.getByLabel('Full Name').fill('Asha Patel');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Mobile Number').fill('9876543210');
  await dialog.getByLabel('Delivery Address').fill('12 Ring Road, Surat');
  await dialog.getByLabel('Pincode').fill('395007');
  return email;
}
