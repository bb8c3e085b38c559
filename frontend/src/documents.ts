import { articles } from './content/articles';
import { productTokens } from './pages/product/product_tokens';
import { openPages, patterns, paths } from './paths';

type Name = keyof typeof patterns;

/** How the page of a pattern is sent: as a document drawn by the build, or as the empty one that every browser fills. */
export interface PageDocument {
  pattern: string;
  /** The page's name in `patterns`. */
  page: Name;
  /** The path to draw; without it the page is drawn in the browser only. */
  drawnAt?: string;
  /** Whether search engines are shown it. */
  listed: boolean;
}

const articleDocuments = articles.map(({ id }) => ({
  pattern: paths.article(id),
  page: 'article' as const,
  drawnAt: paths.article(id),
  listed: true,
}));

const names = Object.keys(patterns) as Name[];
const hasParameter = (name: Name) => patterns[name].includes(':');

/** Every page of the shop. An article that does not exist is no page, so the pattern of articles is not among them. */
export const documents: readonly PageDocument[] = [
  ...names
    .filter((name) => openPages.includes(name) && !hasParameter(name))
    .map((name) => ({ pattern: patterns[name], page: name, drawnAt: patterns[name], listed: true })),
  ...articleDocuments,
  {
    pattern: patterns.product,
    page: 'product',
    drawnAt: `/product/${productTokens.productId}`,
    listed: true,
  },
  ...names
    .filter((name) => !openPages.includes(name))
    .map((name) => ({ pattern: patterns[name], page: name, listed: false })),
];
