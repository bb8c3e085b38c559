import type { APIRequestContext } from '@playwright/test';
import type { Review } from '../src/api/types';
import { expect, test } from './fixtures';
import { drawnPaths, unlistedPaths } from './routes';
import { productWith } from './shopper';

/** The server's response for a path, before any script runs. */
async function sent(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  return { status: response.status(), html: await response.text() };
}

/** The schema.org records of a document. */
function recordsOf(html: string): Record<string, unknown>[] {
  const [, json = '[]'] = html.match(/<script type="application\/ld\+json">(.+?)<\/script>/s) ?? [];
  return JSON.parse(json);
}

/** The tags for search engines and messengers. */
function headOf(html: string) {
  const read = (pattern: RegExp) => html.match(pattern)?.[1];
  return {
    title: read(/<title>(.+)<\/title>/),
    description: read(/<meta name="description" content="([^"]+)"/),
    canonical: read(/<link rel="canonical" href="([^"]+)"/),
    ogTitle: read(/<meta property="og:title" content="([^"]+)"/),
    ogDescription: read(/<meta property="og:description" content="([^"]+)"/),
    ogUrl: read(/<meta property="og:url" content="([^"]+)"/),
    ogImage: read(/<meta property="og:image" content="([^"]+)"/),
  };
}

test('every drawn page is sent with its words, its own head and an address for search engines', async ({
  request,
  shop,
  products,
}) => {
  const product = productWith(products, 1);
  const titles = new Set<string | undefined>();
  for (const path of [...drawnPaths, `/product/${product._id}`]) {
    const { status, html } = await sent(request, path);
    expect(status, path).toBe(200);
    expect(html, path).toMatch(/<h1[ >]/);
    expect(html, path).not.toContain('{{');
    expect(html, path).not.toContain('noindex');
    const { title, description, canonical, ogTitle, ogDescription, ogUrl, ogImage } = headOf(html);
    titles.add(title);
    expect(ogTitle, path).toBe(title);
    expect(ogDescription, path).toBe(description);
    expect(canonical, path).toBe(new URL(path, shop.url).href);
    expect(ogUrl, path).toBe(canonical);
    expect((await request.get(ogImage ?? 'missing')).headers()['content-type'], path).toMatch(/^image\//);
  }
  expect(titles.size).toBe(drawnPaths.length + 1);
});

test('records tell search engines what a page is about', async ({ request, shop, products }) => {
  const types = async (path: string) =>
    recordsOf((await sent(request, path)).html).map((record) => record['@type']);
  expect(await types('/')).toEqual(['Organization']);
  expect(await types('/faq')).toEqual(['FAQPage', 'BreadcrumbList']);
  expect(await types('/blog')).toEqual(['BreadcrumbList']);
  expect(await types('/blog/1')).toEqual(['Article', 'BreadcrumbList']);

  const product = productWith(products, 1);
  const path = `/product/${product._id}`;
  const record = recordsOf((await sent(request, path)).html).find((each) => each['@type'] === 'Product');
  expect(record).toMatchObject({ name: product.productName, url: new URL(path, shop.url).href });
  expect(record?.offers).toEqual(
    product.variants.map(({ price }) => expect.objectContaining({ price, priceCurrency: 'INR' })),
  );
});

test('every photo of the product list and of the reviews is a picture for any client', async ({
  request,
  products,
}) => {
  async function photosOfReviews() {
    const { data } = await (await request.get('/api/v1/users/getallreview')).json();
    return (data as Review[]).flatMap(({ productPhoto }) => productPhoto ?? []);
  }
  // A gateway may receive the reviews before their products.
  await expect.poll(photosOfReviews).not.toEqual([]);
  const shown = await photosOfReviews();
  for (const photo of new Set([...products.flatMap(({ photos }) => photos), ...shown])) {
    const answer = await request.get(photo);
    expect(answer.status(), photo).toBe(200);
    expect(answer.headers()['content-type'], photo).toMatch(/^image\//);
  }
});

test('no document has an inline script or style, which the policy would refuse', async ({ request }) => {
  for (const path of [...drawnPaths, '/cart', '/nowhere']) {
    const { html } = await sent(request, path);
    expect(html, path).not.toMatch(
      /<script(?! type="application\/(ld\+)?json"| type="module" crossorigin src)/,
    );
    expect(html, path).not.toMatch(/<style| style="| on[a-z]+="/);
  }
});

test('pages of one shopper alone, and those that do not exist, are kept out of search engines', async ({
  request,
}) => {
  expect(unlistedPaths).toContain('/cart');
  for (const path of unlistedPaths) {
    const { status, html } = await sent(request, path);
    expect(status, path).toBe(200);
    expect(html, path).toContain('<meta name="robots" content="noindex"');
  }
  for (const path of ['/404', '/nowhere', '/product/nothing', '/blog/5']) {
    const { status, html } = await sent(request, path);
    expect(status, path).toBe(404);
    expect(html, path).toContain('<meta name="robots" content="noindex"');
  }
});

test('the site map lists every drawn page and every product, and nothing else', async ({
  request,
  shop,
  products,
}) => {
  const robots = (await sent(request, '/robots.txt')).html;
  expect(robots).toContain(`Sitemap: ${new URL('/sitemap.xml', shop.url)}`);
  const { html } = await sent(request, '/sitemap.xml');
  const listed = [...html.matchAll(/<loc>(.+?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  const wanted = [...drawnPaths, ...products.map(({ _id }) => `/product/${_id}`)];
  expect(listed.toSorted()).toEqual(wanted.toSorted());
});
