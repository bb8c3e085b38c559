import { articles } from './content/articles';
import { productTokens } from './pages/product/product_tokens';
import { openPages, patterns, paths } from './paths';

type Name = keyof typeof patterns;

/** How the page of a pattern is sent: drawn by the build, whole or as far as it can be before anything is loaded. */
export interface PageDocument {
  pattern: string;
  /** The page's name in `patterns`. */
  page: Name;
  /** The path to draw. */
  drawnAt: string;
  /** Whether the page shows something before anything is loaded; of others only what stands around them is drawn. */
  open: boolean;
  /** Whether search engines are shown it. */
  listed: boolean;
}

const articleDocuments = articles.map(({ id }) => ({
  pattern: paths.article(id),
  page: 'article' as const,
  drawnAt: paths.article(id),
  open: true,
  listed: true,
}));

const names = Object.keys(patterns) as Name[];
const hasParameter = (name: Name) => patterns[name].includes(':');

/** Every page of the shop. An article that does not exist is no page, so the pattern of articles is not among them. */
export const documents: readonly PageDocument[] = [
  ...names
    .filter((name) => openPages.includes(name) && !hasParameter(name))
    .map((name) => documentOf(name, true)),
  ...articleDocuments,
  {
    pattern: patterns.product,
    page: 'product',
    drawnAt: `/product/${productTokens.productId}`,
    open: true,
    listed: true,
  },
  ...names.filter((name) => !openPages.includes(name)).map((name) => documentOf(name, false)),
];

function documentOf(name: Name, open: boolean): PageDocument {
  return { pattern: patterns[name], page: name, drawnAt: patterns[name], open, listed: open };
}
