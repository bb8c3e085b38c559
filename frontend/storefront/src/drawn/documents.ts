import { articles } from '#content/articles';
import { type PageName, pages } from '../page_table';
import { sections } from '../pages/profile/sections';
import { productTokens } from './product_tokens';
import { paths } from '../paths';

/** The document of a page pattern: prerendered by the build, as far as possible without data. */
export interface PageDocument {
  pattern: string;
  /** The page's name in the table. */
  page: PageName;
  /** The file of its component, as in the bundler's manifest. */
  module: string;
  /** The path to render. */
  drawnAt: string;
  /** True if the page shows something before data is loaded. Of other pages, only the frame is rendered. */
  open: boolean;
  /** True if search engines may list it. */
  listed: boolean;
}

const names = Object.keys(pages) as PageName[];

/** Prerendered pages of a single shopper. They are hidden from search engines and the site map. */
const unlisted: ReadonlySet<PageName> = new Set(['track', 'order', 'account', 'profile']);

/** The documents of all pages. */
export const documents: readonly PageDocument[] = names.flatMap(documentsOf);

/**
 * Each article has a document, because an unknown one is no page; a product's document is filled in by the server. Each section of an
 * account has a document, too. Other addresses below an account redirect to the orders, so nothing is rendered for them.
 */
function documentsOf(name: PageName): PageDocument[] {
  if (name === 'article') return articles.map(({ id }) => documentOf(name, paths.article(id)));
  if (name === 'product') return [{ ...documentOf(name), drawnAt: `/product/${productTokens.productId}` }];
  if (name === 'profile') {
    const drawn = sections.map((section) => documentOf(name, paths.profile(section)));
    return [...drawn, { ...documentOf(name), open: false }];
  }
  return [documentOf(name)];
}

function documentOf(page: PageName, pattern = pages[page].path): PageDocument {
  const { module, open = false } = pages[page];
  const listed = open && !unlisted.has(page);
  return { pattern, page, module: `src/pages/${module}.tsx`, drawnAt: pattern, open, listed };
}
