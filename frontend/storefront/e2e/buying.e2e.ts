import { expect, oneScreen, test } from './fixtures';
import { eventsOf, linesOf, ordersOf } from './records';
import { holdBack } from './hold_back';
import {
  choose,
  comeWithCart,
  fillCheckout,
  openProduct,
  productWith,
  putIntoCart,
  variantOf,
} from './shopper';

test('a shopper buys two weights of one product and one of another', async ({ page, shop, products }) => {
  const first = productWith(products, 2);
  const second = productWith(products, 1, first);
  const [small, large, other] = [variantOf(first, 0), variantOf(first, 1), variantOf(second, 0)];
  const total = 2 * small.price + large.price + 3 * other.price;

  await openProduct(page, first);
  await choose(page, first, small.weightInGrams, 2);
  await choose(page, first, large.weightInGrams, 1);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Added 3 item(s) to cart!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();

  await openProduct(page, second);
  await choose(page, second, other.weightInGrams, 3);
  await page.getByRole('button', { name: 'Buy Now' }).click();

  await expect(page.getByRole('heading', { name: 'Your Cart (6 items)' })).toBeVisible();
  await page.getByRole('button', { name: 'Check out' }).click();
  const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(total);
  await expect(page.getByTestId('order-total')).toHaveText(`₹${rupees}`);
  const email = await fillCheckout(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();

  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();

  const orders = await ordersOf(shop, email);
  expect(orders).toHaveLength(1);
  const [order] = orders;
  if (!order) throw new Error('no order');
  expect(order).toMatchObject({ full_name: 'Asha Patel', total_paise: String(total * 100) });
  await expect(page.getByText(order.order_number)).toBeVisible();
  const line = (product: typeof first, variant: typeof small, quantity: number) => ({
    product_name: product.productName,
    weight_in_grams: variant.weightInGrams,
    quantity,
    unit_price_paise: variant.price * 100,
  });
  expect(await linesOf(shop, order.id)).toEqual([
    line(first, small, 2),
    line(first, large, 1),
    line(second, other, 3),
  ]);
  await expect.poll(() => eventsOf(shop, order.id)).toBe(1);
});

test(
  'a connection lost at checkout costs nothing: the retry makes the one order',
  oneScreen,
  async ({ page, shop, products, complaints }) => {
    await comeWithCart(page, productWith(products, 1));
    await page.goto('/cart');
    await page.getByRole('button', { name: 'Check out' }).click();
    const email = await fillCheckout(page);

    // The order arrives, but its response is lost.
    await page.route('**/users/orders/create/', async (route) => {
      await route.fetch();
      await route.abort('connectionfailed');
    });
    const submit = page.getByRole('button', { name: 'Proceed to Payment' });
    await submit.click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByLabel('Delivery Address')).toHaveValue('12 Ring Road, Surat');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_FAILED')]);

    await page.unroute('**/users/orders/create/');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    const orders = await ordersOf(shop, email);
    expect(orders).toHaveLength(1);
    await expect.poll(() => eventsOf(shop, orders[0]?.id ?? '')).toBe(1);
  },
);

test(
  'an order whose answer was lost is one order, also after a reload',
  oneScreen,
  async ({ page, shop, products, complaints }) => {
    await comeWithCart(page, productWith(products, 1));
    await page.goto('/checkout');
    const email = await fillCheckout(page);
    const submit = page.getByRole('button', { name: 'Proceed to Payment' });
    await page.route('**/users/orders/create/', async (route) => {
      await route.fetch();
      await route.abort('timedout');
    });
    await submit.click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_TIMED_OUT')]);
    await page.unrouteAll();

    await page.reload();
    await expect(page.getByLabel('Delivery Address')).toHaveValue('12 Ring Road, Surat');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    expect(await ordersOf(shop, email)).toHaveLength(1);
    expect(await page.evaluate(() => sessionStorage.getItem('checkout'))).toBeNull();
  },
);

test(
  'a shopper who goes offline at checkout orders when back',
  oneScreen,
  async ({ page, context, shop, products, complaints }) => {
    await comeWithCart(page, productWith(products, 1));
    await page.goto('/checkout');
    const email = await fillCheckout(page);
    await context.setOffline(true);
    const submit = page.getByRole('button', { name: 'Proceed to Payment' });
    await submit.click();
    await expect(page.getByRole('alert').getByText('The shop cannot be reached.')).toBeVisible();
    complaints.length = 0;
    await context.setOffline(false);
    await expect(page.getByLabel('Pincode')).toHaveValue('395007');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    expect(await ordersOf(shop, email)).toHaveLength(1);
  },
);

test('every rule of the form is told where it is broken', oneScreen, async ({ page, products }) => {
  await comeWithCart(page, productWith(products, 1));
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('alert').getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(/Name is required$/);
  await expect(page.getByLabel('Pincode')).toHaveAccessibleDescription('Pincode is required');
});

test('the page behind the checkout does not scroll until it is closed', async ({ page, products }) => {
  await comeWithCart(page, productWith(products, 1));
  await page.goto('/cart');
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await page.getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  expect(await overflow()).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await overflow()).toBe('visible');
  await expect(page.getByRole('button', { name: 'Check out' })).toBeFocused();
});

test('the checkout has an address of its own, and Back closes it', oneScreen, async ({ page, products }) => {
  await comeWithCart(page, productWith(products, 1));
  await page.goto('/cart');
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  const checkOut = page.getByRole('button', { name: 'Check out' });
  const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
  await checkOut.click();
  await expect(page).toHaveURL('/checkout');
  await expect(dialog).toBeVisible();
  await page.getByLabel('Full Name').fill('Asha Patel');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/cart');
  await expect(checkOut).toBeFocused();
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);

  await page.goForward();
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Patel');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/cart');

  await page.goto('/checkout');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('main')).toBeFocused();
});

test('two quick taps on Check out open it once, and it opens again', async ({ page, products }) => {
  await comeWithCart(page, productWith(products, 1));
  await page.goto('/cart');
  const checkOut = page.getByRole('button', { name: 'Check out' });
  const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
  await expect(checkOut).toBeVisible();
  // Both clicks come before the page has changed, as in a double tap.
  await checkOut.evaluate((button) => [1, 2].forEach(() => (button as HTMLButtonElement).click()));
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/cart');
  await expect(dialog).toBeHidden();
  await checkOut.click();
  await expect(dialog).toBeVisible();
});

test(
  'an order being placed stays on the screen at every key, and keeps what another tab added',
  oneScreen,
  async ({ page, context, shop, products }) => {
    const first = productWith(products, 1);
    const second = productWith(products, 1, first);
    await comeWithCart(page, first);
    await page.goto('/cart');
    await page.getByRole('button', { name: 'Check out' }).click();
    const email = await fillCheckout(page);
    const come = await holdBack(page, '**/users/orders/create/');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const busy = page.getByRole('button', { name: 'Placing your order…' });
    await expect(busy).toBeFocused();

    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(busy, 'after Escape').toBeFocused();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL('/checkout');
    await expect(busy, 'after Back').toBeFocused();
    // Like a phone's back gesture, which a page can refuse only once.
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('dialog[open]')?.close());
    await expect(busy, 'after closing').toBeFocused();

    const other = await context.newPage();
    await putIntoCart(other, second, variantOf(second, 0).weightInGrams, 1);
    await other.close();
    await come();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    await expect(page.getByText('Order placed successfully!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    expect(await ordersOf(shop, email)).toHaveLength(1);
    await page.goBack();
    await expect(page).toHaveURL('/cart');
  },
);

test(
  'a number with +91 orders, and a field loses its red when it is mended',
  oneScreen,
  async ({ page, shop, products }) => {
    await comeWithCart(page, productWith(products, 1));
    await page.goto('/checkout');
    const email = await fillCheckout(page);
    const mobile = page.getByLabel('Mobile Number');
    await mobile.fill('98765');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(mobile).toHaveAttribute('aria-invalid', 'true');
    await mobile.fill('+91 98765-43210');
    await expect(mobile).not.toHaveAttribute('aria-invalid');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    expect(await ordersOf(shop, email)).toHaveLength(1);
  },
);

test('an empty cart cannot be checked out', oneScreen, async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page).toHaveURL('/cart');
});
