/** Texts around the articles. The articles themselves are in `content`. */
export const blogWords = {
  title: 'Notes from the mill',
  intro:
    'Four plants, told slowly: where they come from, how they are used, and what no one should claim for them.',
  description:
    'Articles on jamun, karela, vitamin B12 and moringa: traditional use, honest evidence, labels and recipes.',
  readMore: 'Read More',
  /** For screen readers only: tells equal links apart. */
  about: (title: string) => `about ${title}`,
  allArticles: 'All articles',
  minutes: (count: number) => `${count} minute read`,
  inShort: 'In short',
  sources: 'Sources',
  notFound: 'Product not found.',
  notFoundText: 'There is no article at this address.',
  inTheShop: 'In the shop',
  seeProduct: (name: string) => `See ${name}`,
  next: 'Next article',
};
