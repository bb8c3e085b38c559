import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Layout } from '../chrome/Layout';

const never = [() => new Promise(() => {})];

test('a page rendered ahead has the header, the menus and the footer', async () => {
  const { prelude } = await prerender(
    <StaticRouter location="/faq">
      <Layout startLoads={never}>the page</Layout>
    </StaticRouter>,
  );
  const page = document.createElement('div');
  page.innerHTML = await new Response(prelude).text();
  expect(page.querySelector('header form[role="search"]')).not.toBeNull();
  expect(page.querySelector('header nav[aria-label="Main"] a[href="/contact"]')).not.toBeNull();
  expect(page.querySelector('header a[aria-current="page"]')).toHaveTextContent('FAQs');
  expect(page.querySelector('footer a[href="/privacy"]')).not.toBeNull();
});
