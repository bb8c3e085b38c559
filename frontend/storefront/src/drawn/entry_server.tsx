import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { Layout } from '../chrome/Layout';
import { takeHead } from '../navigation/use_page_head';
import { PageRoutes } from '../routes';
import { structuredData } from './structured_data';

export { shop } from '#content/shop';
export { shop as sample } from '../content/en/shop';
export { documents } from './documents';
export { documentWords } from '#words/document';
export { language } from '#words/language';
export { startWords } from '#words/start';

/** What the build needs to write a page's document. */
export interface RenderedPage {
  title: string;
  description: string;
  /** What the page shows before anything is loaded. */
  html: string;
  /** schema.org's records of the page, with `{{site}}` for the shop's address. */
  data: unknown[];
}

/** Draws the page of a path as a browser shows it before anything is loaded. */
export async function render(path: string): Promise<RenderedPage> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <Layout startLoads={[]}>
        <PageRoutes />
      </Layout>
    </StaticRouter>,
    // Parts above this size would be put in place by inline scripts, which the content security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  return { ...takeHead(), html, data: structuredData(path) };
}
