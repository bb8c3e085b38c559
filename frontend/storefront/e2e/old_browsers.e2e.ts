import { expect, test } from './fixtures';
import { ordersOf } from './records';
import { choose, fillCheckout, productWith, variantOf } from './shopper';

/** Removes the features that the oldest supported browsers lack (`../build/browsers.mjs`). */
function takeOutWhatIsNew(): void {
  const missing: readonly (readonly [object, readonly string[]])[] = [
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [URLSearchParams.prototype, ['size']],
    [AbortSignal, ['timeout', 'any']],
    [URL, ['canParse', 'parse']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['map', 'filter', 'find', 'some', 'every', 'forEach', 'reduce', 'toArray', 'take'],
    ],
    [Element.prototype, ['checkVisibility', 'getHTML', 'setHTMLUnsafe']],
    [Document, ['startViewTransition', 'parseHTMLUnsafe']],
    [window, ['scheduler', 'navigation', 'requestIdleCallback']],
  ];
  for (const [of, names] of missing) for (const name of names) Reflect.deleteProperty(of, name);
}

test('a shopper of an old phone finds, chooses and orders', async ({ page, shop, products }) => {
  await page.addInitScript(takeOutWhatIsNew);
  await page.goto('/');
  expect(await page.evaluate(() => 'toSorted' in Array.prototype || 'timeout' in AbortSignal)).toBe(false);
  const product = productWith(products, 1);
  await page.goto('/shop?sort=price-asc');
  const shelf = page.getByRole('region', { name: 'Products' }).getByRole('list');
  await expect(shelf.getByRole('heading').first()).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.fill(product.productName);
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: product.productName })).toBeVisible();
  await choose(page, product, variantOf(product, 0).weightInGrams, 1);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await page.getByRole('button', { name: 'Check out' }).click();
  const email = await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  expect(await ordersOf(shop, email)).toHaveLength(1);
});
