import { expect, oneScreen, test } from './fixtures';
import { comeWithCart, productWith, putIntoCart, variantOf } from './shopper';

test('a reload keeps the cart', oneScreen, async ({ page, products }) => {
  const product = productWith(products, 1);
  await putIntoCart(page, product, variantOf(product, 0).weightInGrams, 2);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await page.goto('/cart');
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: product.productName }),
  ).toBeVisible();
});

test('another tab follows', oneScreen, async ({ page, context, products }) => {
  const product = productWith(products, 1);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  await putIntoCart(page, product, variantOf(product, 0).weightInGrams, 1);
  await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('quantities, removal and clearing', async ({ page, products }) => {
  const [first, second] = [productWith(products, 1), productWith(products, 1, productWith(products, 1))];
  await comeWithCart(page, first, second);
  await page.goto('/cart');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: first.productName });
  await row.getByRole('button', { name: /^Increase/ }).click();
  await expect(page.getByText('Quantity updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Cart (3 items)' })).toBeVisible();

  await row.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Item removed from cart')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Cart (1 items)' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${second.productName}` })).toBeFocused();

  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Cart cleared')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Cart (0 items)' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
});

test('a stored cart that is none is dropped without a crash', oneScreen, async ({ page }) => {
  for (const stored of ['{', '[{"_id":1}]', 'null', '"text"', '[[],null,3]']) {
    await page.addInitScript((value) => localStorage.setItem('cart', value), stored);
    await page.goto('/cart');
    await expect(page.getByRole('heading', { name: 'Your Cart (0 items)' }), stored).toBeVisible();
  }
});

test('a hand-edited line is repaired and has the price of today', oneScreen, async ({ page, products }) => {
  const product = productWith(products, 1);
  const variant = variantOf(product, 0);
  const line = {
    _id: product._id,
    productName: 'Free gold',
    selectedWeight: variant.weightInGrams,
    photos: 'x',
  };
  const gone = { ...line, selectedWeight: 7, quantity: 1, price: 1 };
  await page.goto('/');
  // The loaded cart is stored too, and would overwrite an earlier write.
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible();
  await page.evaluate(
    (items) => localStorage.setItem('cart', JSON.stringify(items)),
    [{ ...line, quantity: 'abc', price: 'x' }, gone],
  );
  await page.goto('/cart');
  await expect(page.getByText('Your cart has changed.')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Your Cart (1 items)' })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: product.productName }),
  ).toBeVisible();
  await expect(page.getByTestId('cart-total')).toHaveText(`₹${variant.price.toLocaleString('en-IN')}.00`);
});

test('a tampered price is re-priced', oneScreen, async ({ page, products }) => {
  const product = productWith(products, 1);
  const variant = variantOf(product, 0);
  await putIntoCart(page, product, variant.weightInGrams, 1);
  await page.evaluate(() =>
    localStorage.setItem('cart', localStorage.cart.replace(/"price":\d+/, '"price":1')),
  );
  await page.goto('/cart');
  await expect(page.getByTestId('cart-total')).toHaveText(`₹${variant.price.toLocaleString('en-IN')}.00`);
});
