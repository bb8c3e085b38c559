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

/** The parts of a page's document that the build needs. */
export interface RenderedPage {
  title: string;
  description: string;
  /** The markup of the page before data is loaded. */
  html: string;
  /** The page's schema.org records, with `{{site}}` for the shop's address. */
  data: unknown[];
}

/** Renders the page of a path as a browser shows it before data is loaded. */
export async function render(path: string): Promise<RenderedPage> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <Layout startLoads={[]}>
        <PageRoutes />
      </Layout>
    </StaticRouter>,
    // Larger parts would be inserted by inline scripts, which the content security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  return { ...takeHead(), html, data: structuredData(path) };
}
