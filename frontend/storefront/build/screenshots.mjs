// Takes a screenshot of every page on a phone and on a desktop, from a real shop, into screenshots/ (not committed).
// Usage: node build/screenshots.mjs [name...]   takes those whose names start with one of these
import { mkdir } from 'node:fs/promises';
import { chromium as engine } from '@playwright/test';
import { chromium } from '../../build/browser.mjs';
import { openShop } from './open_shop.mjs';

const folder = new URL('../screenshots/', import.meta.url);
const screens = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const wanted = process.argv.slice(2);

const shop = await openShop();
const browser = await engine.launch(chromium);
try {
  await mkdir(folder, { recursive: true });
  for (const viewport of screens) {
    const context = await browser.newContext({ baseURL: shop.url, viewport, reducedMotion: 'reduce' });
    await takeAll(await context.newPage(), viewport.width);
    await context.close();
  }
} finally {
  await browser.close();
  await shop.close();
}

async function takeAll(page, width) {
  const [first, second] = await products(page);
  const product = `/product/${first._id}`;
  const shots = {
    home: () => page.goto('/'),
    shop: () => page.goto('/shop'),
    'shop-boxes': () => page.goto('/shop?type=box&sort=price-asc'),
    product: () => page.goto(product),
    'cart-empty': () => page.goto('/cart'),
    cart: () => openCart(page, [first, second]),
    checkout: () => openCheckout(page),
    'checkout-errors': () => page.getByRole('button', { name: 'Proceed to Payment' }).click(),
    greeting: () => page.goto('/greeting'),
    track: () => page.goto('/track'),
    'track-order': () => trackOrder(page, first),
    account: () => page.goto('/account'),
    login: () => page.goto('/login'),
    signup: () => page.goto('/signUp'),
    forgotpassword: () => page.goto('/forgotpassword'),
    forgotpassword1: () => page.goto('/forgotpassword1'),
    forgotpassword2: () => page.goto('/forgotpassword2'),
    'review-form': () => page.goto('/reviewForm'),
    testimonials: () => page.goto('/Testimonial'),
    contact: () => page.goto('/contact'),
    faq: () => page.goto('/faq'),
    about: () => page.goto('/aboutUs'),
    blog: () => page.goto('/blog'),
    article: () => page.goto('/blog/1'),
    privacy: () => page.goto('/privacy'),
    returnpolicy: () => page.goto('/returnpolicy'),
    terms: () => page.goto('/terms'),
    shipping: () => page.goto('/shipping'),
    404: () => page.goto('/404'),
    'search-nothing': () => page.goto('/404?q=laptop'),
    'unknown-product': () => page.goto('/product/nothing'),
    menu: () => openMenu(page, width),
    'error-loading': () => failToLoad(page),
    // The following pages need a login.
    'own-orders': () => openOwn(page, ''),
    'own-addresses': () => openOwn(page, '/addresses'),
    'own-address-form': () => page.getByRole('button', { name: 'Add an address' }).click(),
    'own-details': () => openOwn(page, '/details'),
    'own-password': () => page.getByRole('button', { name: 'Change your password' }).click(),
    'own-data': () => openOwn(page, '/data'),
    'own-deletion': () => page.getByRole('button', { name: 'Delete my account' }).click(),
  };
  for (const [name, open] of Object.entries(shots)) {
    const needed = wanted.length === 0 || wanted.some((start) => name.startsWith(start));
    // The dialog with errors is reached from the plain dialog.
    if (!needed && !(name === 'checkout' && wanted.includes('checkout-errors'))) continue;
    await open();
    await take(page, `${name}-${width}`);
  }
}

async function take(page, name) {
  await page.getByText('Loading the shop…').first().waitFor({ state: 'detached' });
  await page.getByRole('contentinfo').waitFor({ state: 'attached' });
  await scrollThrough(page);
  await page.evaluate(() => {
    // In a full-page screenshot, sections with `content-visibility: auto` would stay empty.
    for (const part of document.querySelectorAll('main *')) {
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible';
    }
  });
  const fullPage = !(await page.locator('dialog[open]').count());
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname, fullPage });
  console.log(name);
}

/** Scrolls through the page, because pictures and sections load when they are near. */
async function scrollThrough(page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 500) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((done) => setTimeout(done, 60));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.evaluate(() => {
    // A lazy image that is not loaded would never decode.
    const loaded = [...document.images].filter((image) => image.complete);
    return Promise.all(loaded.map((image) => image.decode().catch(() => {})));
  });
}

async function products(page) {
  const answer = await page.request.get('/api/v1/products/');
  return (await answer.json()).data;
}

async function openCart(page, chosen) {
  const items = chosen.map(({ _id, productName, photos, variants: [{ weightInGrams, price }] }, index) => ({
    _id,
    productName,
    photos,
    price,
    selectedWeight: weightInGrams,
    quantity: index + 1,
  }));
  await page.evaluate((list) => localStorage.setItem('cart', JSON.stringify(list)), items);
  await page.goto('/cart');
}

async function openCheckout(page) {
  if (!page.url().endsWith('/cart'))
    await openCart(page, await products(page).then((list) => list.slice(0, 2)));
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByLabel('Full Name').waitFor();
}

async function trackOrder(page, { _id, productName, variants: [{ weightInGrams, price }] }) {
  const line = {
    productId: _id,
    productName,
    weightInGrams,
    quantity: 2,
    basePrice: price,
    actualPrice: price * 2,
  };
  const answer = await page.request.post('/api/v1/users/orders/create/', {
    data: {
      fullname: 'Asha Patel',
      email: 'asha@example.com',
      mobilenumber: '9876543210',
      deliveryAddress: '12 Ring Road, Surat',
      pincode: '395007',
      totalAmount: price * 2,
      products: [line],
    },
  });
  await page.goto(`/track?order=${(await answer.json()).data.orderNumber}`);
  await page.getByLabel('Mobile number').fill('9876543210');
  await page.getByRole('button', { name: 'Show my order' }).click();
  await page.getByRole('article').waitFor();
}

async function openMenu(page, width) {
  await page.goto('/');
  await page.getByText('Loading the shop…').first().waitFor({ state: 'detached' });
  if (width > 760) return page.getByRole('button', { name: 'Packets' }).click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog').getByText('Packets').click();
}

/** Opens an account page. The first call creates an account with two addresses. */
async function openOwn(page, path) {
  if ((await page.request.get('/api/v1/users/me')).status() !== 200) {
    const account = { email: `asha.${crypto.randomUUID()}@gmail.com`, password: 'monsoon-42' };
    const post = (call, data) => page.request.post(`/api/v1/users/${call}`, { data });
    await post('userregister', { ...account, mobileNumber: '9876543210' });
    await post('userlogin', account);
    const address = { fullname: 'Asha Patel', mobilenumber: '9876543210', pincode: '395007' };
    await post('addresses', { ...address, deliveryAddress: '12 Ring Road, behind the clock tower, Surat' });
    await post('addresses', { ...address, fullname: 'Bina Patel', deliveryAddress: '7 Station Road, Surat' });
  }
  await page.goto(`/account${path}`);
}

async function failToLoad(page) {
  await page.route('**/api/v1/users/getallreview', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'Retry' }).waitFor();
}
