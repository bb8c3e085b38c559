import { articles } from '#content/articles';
import { type PageName, pages } from '../page_table';
import { sections } from '../pages/profile/sections';
import { productTokens } from './product_tokens';
import { paths } from '../paths';

/** How the page of a pattern is sent: drawn by the build, whole or as far as it can be before anything is loaded. */
export interface PageDocument {
  pattern: string;
  /** The page's name in the table. */
  page: PageName;
  /** The file of its component, as the bundler's manifest names it. */
  module: string;
  /** The path to draw. */
  drawnAt: string;
  /** Whether the page shows something before anything is loaded; of others only what stands around them is drawn. */
  open: boolean;
  /** Whether search engines are shown it. */
  listed: boolean;
}

const names = Object.keys(pages) as PageName[];

/** What is drawn ahead, but of use to one shopper alone: neither search engines nor the site map are shown it. */
const unlisted: ReadonlySet<PageName> = new Set(['track', 'order', 'account', 'profile']);

/** The documents of every page of the shop. */
export const documents: readonly PageDocument[] = names.flatMap(documentsOf);

/**
 * An article that does not exist is no page, so each has a document of its own; a product's is filled in. So has each section of
 * an account; every other address below it leads to the orders, so nothing is drawn of it.
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
