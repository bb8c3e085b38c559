import type { APIRequestContext } from '@playwright/test';
import { accept } from './colleague';
import { expect, test } from './fixtures';
import { productWith } from './shopper';

// A shop of its own, because other tests rely on the sample facts.
test.use({ shopArguments: ['--submissions-per-minute', '62'] });

/** A name with characters that need escaping. */
const NAME = `Asha & Sons "Herbs" </script>`;
/** The longest time until a change is visible. */
const SOON_MS = 5_000;

/** The changed facts, without a chat number. */
const CHANGED = {
  name: NAME,
  legalName: 'Asha Herbs & Sons',
  addressLines: ['7 Station Road', 'Bharuch 392001', 'Gujarat', 'India'],
  phone: '+912642223344',
  email: 'care@asha.example',
};

/** The fields that the owner fills in. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^Name(?! in)/, CHANGED.name],
  [/^Name in Hindi/, 'आशा'],
  [/^Line below the name/, 'Roots & leaves'],
  [/^Legal name/, CHANGED.legalName],
  [/^Address/, CHANGED.addressLines.join('\n')],
  [/^Phone/, CHANGED.phone],
  [/^WhatsApp/, ''],
  [/^Email/, CHANGED.email],
  [/^Food licence/, '10712034000123'],
  [/^GSTIN/, ''],
  [/^COD fee/, '40'],
];

async function titleOf(request: APIRequestContext, path: string): Promise<string> {
  const html = await (await request.get(path)).text();
  return html.match(/<title>(.*)<\/title>/)?.[1] ?? '';
}

test('the owner’s changes to the shop show within five seconds, on every page, and break none', async ({
  browser,
  page,
  products,
  request,
  shop,
}) => {
  test.slow();
  const { page: owner } = await accept(
    browser,
    shop.invitation ?? '',
    'Hansa Desai',
    'hansa@vanmool.example',
  );
  await owner.goto(`${shop.officeUrl}/settings`);
  await page.goto('/faq');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Vanmool/ })).toBeVisible();
  await expect(page.getByText('Sample shop')).toBeVisible();

  for (const [label, value] of FIELDS) await owner.getByLabel(label).fill(value);
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByText('Saved. The shop shows it in a few seconds.')).toBeVisible();
  await expect
    .poll(() => titleOf(request, '/faq'), { timeout: SOON_MS })
    .toContain('Asha &amp; Sons &quot;Herbs&quot; &lt;/script&gt;');

  const { productName, _id } = productWith(products, 1);
  const titles = {
    '/': `${NAME} · herbal powders from Surat`,
    '/faq': `Frequently asked questions · ${NAME}`,
    '/cart': `Your cart · ${NAME}`,
    '/shipping': `Shipping Policy · ${NAME}`,
    [`/product/${_id}`]: `${productName} · ${NAME}`,
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page.getByText('Loading the shop…')).toHaveCount(0);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('banner').getByText(NAME, { exact: true })).toBeVisible();
    const foot = page.getByRole('contentinfo');
    for (const fact of [CHANGED.legalName, ...CHANGED.addressLines, '10712034000123', CHANGED.email])
      await expect(foot, path).toContainText(fact);
    await expect(foot.locator(`a[href="tel:${CHANGED.phone}"]`)).toBeVisible();
    await expect(foot).not.toContainText(/WhatsApp|GSTIN|Sample shop/);
  }

  await page.goto('/shipping');
  await expect(page.getByText(/carries a fee of ₹40 an order/)).toBeVisible();
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest.name).toBe(NAME);
  const home = await (await request.get('/')).text();
  const [, records = ''] = home.match(/<script type="application\/ld\+json">(.+?)<\/script>/s) ?? [];
  expect(JSON.parse(records)[0]).toMatchObject({ '@type': 'Organization', name: NAME, email: CHANGED.email });
});
