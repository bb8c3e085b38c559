import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

/** The server's head for the home page. The shop's address differs from the browser's. */
const sent = `
  <title>Home · Vanmool</title>
  <meta name="description" content="Powders.">
  <link rel="canonical" href="https://shop.example/">
  <meta property="og:type" content="website">
  <meta property="og:title" content="Home · Vanmool">
  <meta property="og:description" content="Powders.">
  <meta property="og:url" content="https://shop.example/">
  <meta property="og:image" content="https://shop.example/images/og/shop.jpg">
  <script type="application/ld+json">[]</script>`;

const pages: Record<string, [string, { photo?: string; found?: boolean }?]> = {
  '/product/karela': ['Karela Powder', { photo: '/images/products/karela-800.webp' }],
  '/product/gone': ['Product not found.', { found: false }],
};

async function go(path: string) {
  await act(() => navigateTo(path));
  await vi.dynamicImportSettled();
}

let navigateTo: NavigateFunction;

beforeEach(async () => {
  vi.resetModules();
  document.head.innerHTML = sent;
  const { usePageHead } = await import('./use_page_head');
  function Page() {
    const { pathname } = useLocation();
    const navigate = useNavigate();
    useEffect(() => {
      navigateTo = navigate;
    }, [navigate]);
    const [title, rest] = pages[pathname] ?? ['Home'];
    usePageHead(title, `All of ${title}`, rest);
    return null;
  }
  render(<Page />, { wrapper: MemoryRouter });
});

const read = (selector: string, attribute = 'content') =>
  document.head.querySelector(selector)?.getAttribute(attribute) ?? undefined;

function head() {
  return {
    canonical: read('link[rel="canonical"]', 'href'),
    url: read('meta[property="og:url"]'),
    robots: read('meta[name="robots"]'),
    title: read('meta[property="og:title"]'),
    image: read('meta[property="og:image"]'),
    type: read('meta[property="og:type"]'),
    records: document.head.querySelectorAll('script').length,
  };
}

const shopPicture = 'https://shop.example/images/og/shop.jpg';

test('a product opened in the browser has an address, a name and a picture of its own', async () => {
  await go('/product/karela');
  const address = 'https://shop.example/product/karela';
  expect(document.title).toBe('Karela Powder · Vanmool');
  expect(read('meta[name="description"]')).toBe('All of Karela Powder');
  expect(read('meta[property="og:description"]')).toBe('All of Karela Powder');
  expect(head()).toEqual({
    canonical: address,
    url: address,
    robots: undefined,
    title: 'Karela Powder · Vanmool',
    image: 'https://shop.example/images/products/karela-800.webp',
    type: 'product',
    records: 0,
  });
});

test.each(['/cart', '/checkout', '/login', '/nowhere', '/404?q=laptop', '/product/gone'])(
  '%s is kept out of search engines, and the next page is not',
  async (path) => {
    await go(path);
    expect(head()).toMatchObject({
      canonical: undefined,
      url: undefined,
      robots: 'noindex',
      image: shopPicture,
    });
    await go('/faq');
    const address = 'https://shop.example/faq';
    expect(head()).toMatchObject({ canonical: address, url: address, robots: undefined, type: 'website' });
  },
);

test.each([
  ['/testimonial', '/Testimonial'],
  ['/shop?type=box', '/shop'],
  ['/faq/', '/faq'],
])('%s has the one address of its page, %s', async (opened, listed) => {
  await go(opened);
  expect(head().canonical).toBe(`https://shop.example${listed}`);
});

test('the page that was sent keeps what the server wrote', async () => {
  await vi.dynamicImportSettled();
  expect(head()).toMatchObject({ canonical: 'https://shop.example/', type: 'website', records: 1 });
});
