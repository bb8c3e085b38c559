import { type PageName, pages } from './page_table';

const names = Object.keys(pages) as PageName[];
const plain = Object.fromEntries(names.map((name) => [name, pages[name].path])) as Record<PageName, string>;

/** The paths of all links in the shop. */
export const paths = {
  ...plain,
  product: (id: string) => pathOf('product', id),
  reviewOf: (productId: string) => `${plain.reviewForm}?product=${encodeURIComponent(productId)}`,
  shopOf: (choice: Record<string, string>) => {
    const query = new URLSearchParams(choice).toString();
    return query ? `${plain.shop}?${query}` : plain.shop;
  },
  article: (id: number | string) => pathOf('article', id),
  order: (number: string) => pathOf('order', number),
  profile: (section: string) => pathOf('profile', section),
  trackOf: (number: string) => `${plain.track}?order=${encodeURIComponent(number)}`,
  notFound: '/404',
  nothingFound: (query: string) => `/404?q=${encodeURIComponent(query)}`,
} as const;

function pathOf(name: PageName, id: number | string): string {
  return plain[name].replace(':id', encodeURIComponent(id));
}
