import { chromium as engine } from '@playwright/test';
import { chromium } from './browser.mjs';
import { openShop } from './open_shop.mjs';
const shop = await openShop();
const b = await engine.launch(chromium);
const c = await b.newContext({ baseURL: shop.url, reducedMotion: 'reduce' });
const page = await c.newPage();
const list = (await (await page.request.get('/api/v1/products/')).json()).data;
const paths = [
  '/',
  '/shop',
  '/product/' + list[0]._id,
  '/cart',
  '/blog',
  '/blog/1',
  '/shipping',
  '/login',
  '/reviewForm',
  '/contact',
  '/aboutUs',
  '/faq',
  '/Testimonial',
  '/404?q=laptop',
];
await page.goto('/');
await page.evaluate(
  (i) => localStorage.setItem('cart', JSON.stringify(i)),
  list.slice(0, 2).map(({ _id, productName, photos, variants: [v] }) => ({
    _id,
    productName,
    photos,
    price: v.price,
    selectedWeight: v.weightInGrams,
    quantity: 1,
  })),
);
const shots = {
  '/blog/1': [920, 1000],
  '/cart': [560, 600, 920],
  '/login': [880, 910],
  '/shipping': [1110, 1200],
  '/': [540, 600, 1050, 1105],
  '/aboutUs': [520],
  '/reviewForm': [910],
  '/contact': [910],
  '/blog': [920],
};
for (const p of paths)
  for (const w of [
    320, 340, 360, 420, 540, 561, 600, 700, 761, 800, 880, 901, 920, 1000, 1101, 1110, 1200, 1300,
  ]) {
    await page.setViewportSize({ width: w, height: 900 });
    if (w === 320) {
      await page.goto(p);
      await page.getByText('Loading the shop…').waitFor({ state: 'detached' });
      await page.waitForTimeout(400);
    } else await page.waitForTimeout(60);
    const sw = await page.evaluate(() => document.documentElement.scrollWidth);
    if (sw > w) console.log('SIDEWAYS', p, w, sw);
    if (shots[p]?.includes(w)) {
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/w${p.replaceAll('/', '_')}-${w}.png`, fullPage: false });
    }
  }
await b.close();
await shop.close();
