import type { Page } from '@playwright/test';
import { logIn, main, newEmail, password, press, register } from './account_forms';
import { expect, oneScreen, test } from './fixtures';
import { holdBack } from './hold_back';
import { codeIn, mailTo } from './mailbox';
import { comeWithCart, fillCheckout, productWith } from './shopper';

const newPassword = 'winter-harvest';

/** Opens the drawer on phones. My Account and Logout are in it; on desktops they are in the top bar. */
async function account(page: Page, viewport: { width: number } | null) {
  if ((viewport?.width ?? 0) < 760) await page.getByRole('button', { name: 'Open menu' }).click();
}

async function review(page: Page, name: string, text: string) {
  await page.goto('/reviewForm');
  await main(page).getByLabel('Name', { exact: true }).fill(name);
  await main(page).getByLabel('Product Name').fill('karela');
  await main(page).getByLabel('Review', { exact: true }).fill(text);
  const rating = main(page).getByLabel('Rating', { exact: false });
  await main(page).locator('form [aria-hidden] > button').nth(2).click();
  await expect(rating).toHaveValue('3');
  await rating.fill('4.5');
  await main(page)
    .getByRole('button', { name: /^Submit/ })
    .click();
}

test(
  'a shopper registers, reviews, forgets the password and comes back',
  oneScreen,
  async ({ page, shop, products, viewport, complaints }) => {
    const [email, words] = [newEmail(), `Bitter, as it should be. ${crypto.randomUUID()}`];
    await register(page, email);
    await logIn(page, email, password);
    expect(await page.evaluate(() => sessionStorage.getItem('isLoginUser'))).toBe('true');
    const session = (await page.context().cookies()).find(({ name }) => name === 'sid');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });

    await review(page, 'Asha P.', words);
    await expect(page.getByText('Review submitted successfully!')).toBeVisible();
    const karela = products.find(({ productName }) => productName === 'Karela Powder');
    await page.goto(`/product/${karela?._id}`);
    await expect(main(page).getByText(words)).toBeVisible();
    await page.goto('/Testimonial');
    const card = main(page).getByRole('listitem').filter({ hasText: words });
    await expect(card).toContainText('Asha P.');
    await expect(card.getByRole('img', { name: '4.5 out of 5' })).toBeVisible();

    await account(page, viewport);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logout successful')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('isLoginUser'))).toBe('false');

    await page.goto('/forgotpassword');
    await main(page).getByLabel('Email').fill(email);
    await press(page, 'Send OTP');
    await expect(page).toHaveURL('/forgotpassword1');
    const code = codeIn(await mailTo(shop, email, 'Your code for a new password'));
    await main(page).getByLabel('Email').fill(email);
    await main(page).getByLabel('OTP').fill(code);
    await press(page, 'Verify OTP');
    await expect(page).toHaveURL('/forgotpassword2');
    await main(page).getByLabel('Email').fill(email);
    await main(page).getByLabel('OTP').fill(code);
    await main(page).getByLabel('New password', { exact: true }).fill(newPassword);
    await press(page, 'Reset Password');
    await expect(page.getByText('Password reset successfully. Please log in.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await mailTo(shop, email, 'Your password was changed');

    await main(page).getByLabel('Email').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Log in');
    await expect(page.getByRole('alert').getByText('Email or password is incorrect.')).toBeVisible();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await logIn(page, email, newPassword);
    const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    // Scroll positions are not personal data.
    expect(stored.filter((key) => !['cart', 'scroll'].includes(key))).toEqual(['isLoginUser']);
  },
);

test(
  'a new password ends the sessions of every other device',
  oneScreen,
  async ({ page, browser, shop, complaints }) => {
    const email = newEmail();
    await register(page, email);
    await logIn(page, email, password);

    const elsewhere = await browser.newPage({ baseURL: shop.url });
    const post = (path: string, data: object) => elsewhere.request.post(`/api/v1/users/${path}`, { data });
    expect((await post('forgotpassword', { email })).status()).toBe(200);
    const code = codeIn(await mailTo(shop, email, 'Your code for a new password'));
    expect((await post('resetpassword', { email, code, newPassword })).status()).toBe(200);
    await elsewhere.close();

    await review(page, 'Asha P.', 'Still bitter.');
    await expect(page.getByRole('alert').getByText('Please login to submit a review.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    expect(await page.evaluate(() => sessionStorage.getItem('isLoginUser'))).toBe('false');

    await logIn(page, email, newPassword, '/reviewForm');
    await expect(main(page).getByLabel('Review', { exact: true })).toHaveValue('Still bitter.');
  },
);

/** Simulates a shopper who comes back to the tab. */
const comeToTheFront = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

test(
  'a new tab knows of the session, and a logout there ends it in both and leaves nothing typed',
  oneScreen,
  async ({ page, context, viewport, products }) => {
    const email = newEmail();
    // Before any page stores an empty cart.
    await comeWithCart(page, productWith(products, 1));
    await register(page, email);
    await logIn(page, email, password);
    await page.goto('/checkout');
    await fillCheckout(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/cart');

    const tab = await context.newPage();
    await tab.goto('/reviewForm');
    await expect(tab.getByText(/^Reviews are written by shoppers who are logged in/)).toHaveCount(0);
    await main(tab).getByLabel('Name', { exact: true }).fill('Asha P.');
    await account(tab, viewport);
    await tab.getByRole('button', { name: 'Logout' }).click();
    await expect(tab.getByText('Logout successful')).toBeVisible();
    await expect(tab.getByRole('link', { name: 'My Account' })).toBeVisible();
    await expect(main(tab).getByLabel('Name', { exact: true })).toHaveValue('');

    await comeToTheFront(page);
    await page.getByRole('button', { name: 'Check out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Checkout Details' });
    for (const label of ['Full Name', 'Email', 'Mobile Number', 'Delivery Address'])
      await expect(dialog.getByLabel(label)).toHaveValue('');
    expect(await page.evaluate(() => sessionStorage.getItem('isLoginUser'))).toBe('false');

    const visitor = await context.newPage();
    const asked: string[] = [];
    visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visitor.goto('/reviewForm', { waitUntil: 'networkidle' });
    await expect(visitor.getByText(/^Reviews are written by shoppers who are logged in/)).toBeVisible();
    expect(asked).not.toContain('/api/v1/users/me');
  },
);

test(
  'an abandoned login does not call the shopper back, and Back skips the login',
  oneScreen,
  async ({ page }) => {
    const email = newEmail();
    await register(page, email);
    await page.clock.install();
    await page.goto('/faq');
    await page.goto('/login');
    const come = await holdBack(page, '**/users/userlogin');
    await main(page).getByLabel('Email').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Log in');
    await page.getByRole('link', { name: /^Cart, / }).click();
    await expect(page.getByRole('heading', { name: 'Your Cart (0 items)' })).toBeVisible();
    await come();
    await expect(page.getByText('Login successful')).toBeVisible();
    // Longer than a successful login takes to navigate.
    await page.clock.runFor(5000);
    await expect(page).toHaveURL('/cart');

    await page.goto('/faq');
    await page.goto('/login');
    await page.unrouteAll();
    await logIn(page, email, password);
    await page.goBack();
    await expect(page).toHaveURL('/faq');
  },
);

test(
  'a shopper changes the password and the email, and every other browser is logged out',
  oneScreen,
  async ({ page, browser, shop }) => {
    const [email, next] = [newEmail(), newEmail()];
    await register(page, email);
    await logIn(page, email, password);
    const elsewhere = await browser.newPage({ baseURL: shop.url });
    const credentials = { email, password };
    expect((await elsewhere.request.post('/api/v1/users/userlogin', { data: credentials })).status()).toBe(
      200,
    );

    await page.goto('/account/details');
    await expect(main(page).getByText(email)).toBeVisible();
    await expect(main(page).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Change your password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByLabel('New password', { exact: true }).fill(newPassword);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(main(page).getByRole('listitem')).toHaveCount(1);
    expect((await elsewhere.request.get('/api/v1/users/me')).status()).toBe(401);
    await elsewhere.close();
    await mailTo(shop, email, 'Your password was changed');

    await page.getByRole('button', { name: 'Change your email' }).click();
    await dialog.getByLabel('New email').fill(next);
    await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
    await dialog.getByRole('button', { name: 'Email a code there' }).click();
    await dialog.getByLabel('Code').fill(codeIn(await mailTo(shop, next, 'Your code')));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main(page).getByText(next)).toBeVisible();
    await mailTo(shop, email, 'Your email address was changed');
    await expect(page.getByText('Your email is changed.')).toBeVisible();
  },
);

test('a logout that fails says so and stays', async ({ page, viewport, complaints }) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('isLoginUser', 'true'));
  await page.reload();
  await page.route('**/users/userlogout', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is resting.' } }),
  );
  await account(page, viewport);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alert').getByText('Logout failed: The shop is resting.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('503')]);
});
