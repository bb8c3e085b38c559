import { expectAccessible, expectNoSidewaysScroll } from './accessibility';
import { expect, test } from './fixtures';
import { stubMap } from './map';
import { productWith, putIntoCart, variantOf } from './shopper';

const headings = {
  '/': 'Bitter fruit. Plain labels.',
  '/cart': 'Your Cart (0 items)',
  '/greeting': 'Order Confirmed!',
  '/login': 'Log in',
  '/signUp': 'Create your account',
  '/signup': 'Create your account',
  '/forgotpassword': 'Forgot your password?',
  '/forgotpassword1': 'Enter the code',
  '/forgotpassword2': 'Choose a new password',
  '/reviewForm': 'Review a powder',
  '/Testimonial': 'Testimonials',
  '/contact': 'Contact us',
};

for (const [path, heading] of Object.entries(headings)) {
  test(`${path} is accessible and answers 200`, async ({ page }) => {
    await stubMap(page);
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
}

test('every product page is complete and accessible', async ({ page, products }) => {
  test.slow();
  for (const product of products) {
    await page.goto(`/product/${product._id}`);
    await expect(page.getByRole('heading', { level: 1, name: product.productName })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(product.productName));
    for (const section of ['Ingredients', 'Benefits', 'How to use', 'Cautions', 'Storage']) {
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
});

test('a full cart, its questions and the checkout are accessible', async ({ page, products }) => {
  const product = productWith(products, 1);
  await putIntoCart(page, product, variantOf(product, 0).weightInGrams, 1);
  await page.goto('/cart');
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: product.productName }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expectAccessible(page);
});

test('the menus are accessible', async ({ page, isMobile, viewport }) => {
  await page.goto('/');
  // The menus stand before the page's own code has come.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const phone = isMobile || (viewport?.width ?? 0) < 760;
  if (phone) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByText('Packets').click();
  } else {
    await page.getByRole('button', { name: 'Packets' }).click();
  }
  await expect(page.getByRole('link', { name: 'Moringa Powder', exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

for (const path of ['/404', '/nowhere', '/product', '/cart/nowhere']) {
  test(`${path} answers 404 and shows the page`, async ({ page, complaints }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Sacred Page Not Found' })).toBeVisible();
    await expectAccessible(page);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
}

test('every navigation starts at the top with the focus at the content', async ({ page, products }) => {
  await page.goto('/');
  await page.getByRole('link', { name: `Choose weight: ${products[0]?.productName}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: products[0]?.productName })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Bitter fruit.' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

for (const call of ['products/', 'users/getallreview']) {
  test(`the shop that cannot load ${call} offers to retry`, async ({ page, complaints }) => {
    const address = `**/api/v1/${call}`;
    await page.route(address, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Error Loading Data' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(address);
    complaints.length = 0;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('list', { name: 'Products' })).toBeVisible();
    await expect(page.getByRole('list', { name: /^Reviews? 1 / })).toBeVisible();
  });
}

test('the reviews of the home page come four at a time and round again', async ({ page }) => {
  await page.goto('/');
  const reviews = page.getByRole('list', { name: /^Reviews? / });
  await expect(reviews).toHaveAccessibleName(/^Reviews 1 to 4 of /);
  await page.getByRole('button', { name: 'Previous reviews' }).click();
  await expect(reviews).not.toHaveAccessibleName(/^Reviews? 1 /);
  await page.getByRole('button', { name: 'Next reviews' }).click();
  await expect(reviews).toHaveAccessibleName(/^Reviews 1 to 4 of /);
  await expect(reviews.getByRole('listitem')).toHaveCount(4);
});

test('the wheel scrolls the products sideways and lets go at the end', async ({
  page,
  isMobile,
  hasTouch,
}) => {
  test.skip(isMobile || hasTouch, 'phones have no wheel');
  await page.goto('/');
  const strip = page.getByRole('list', { name: 'Products' });
  await strip.scrollIntoViewIfNeeded();
  await strip.hover();
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBe(300);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await page.mouse.wheel(0, 100_000);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before);
});
