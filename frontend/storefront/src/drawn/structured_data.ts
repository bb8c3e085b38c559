import { shop } from '#content/shop';
import { type Article, articles } from '#content/articles';
import { faq } from '#content/faq';
import { blogWords } from '#words/blog';
import { chromeWords } from '#words/chrome';
import { faqWords } from '#words/faq';
import { language } from '#words/language';
import { paths } from '../paths';

/** The token for the shop's address. The server replaces it. */
const SITE = '{{site}}';
const context = { '@context': 'https://schema.org' };

/** The token for the seller's record. The server writes it, because it knows the shop's facts. */
const ORGANIZATION = '{{organization}}';

/** The schema.org records of the page at a path. The server writes a product's, because it knows the current price. */
export function structuredData(path: string): unknown[] {
  const article = articles.find(({ id }) => paths.article(id) === path);
  if (path === paths.home) return [ORGANIZATION];
  if (path === paths.faq) return [questions(), trail([faqWords.title, path])];
  if (path === paths.blog) return [trail([blogWords.title, path])];
  if (article) return [record(article, path), trail([blogWords.title, paths.blog], [article.title, path])];
  return [];
}

function questions() {
  const mainEntity = faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return { ...context, '@type': 'FAQPage', mainEntity };
}

function record({ title, description, image, published }: Article, path: string) {
  const publisher = { '@type': 'Organization', name: shop.name, url: `${SITE}/` };
  return {
    ...context,
    '@type': 'Article',
    headline: title,
    description,
    image: `${SITE}${image}-960.webp`,
    datePublished: published,
    inLanguage: language,
    mainEntityOfPage: SITE + path,
    author: publisher,
    publisher,
  };
}

function trail(...steps: [name: string, path: string][]) {
  const home: [string, string] = [chromeWords.home, paths.home];
  const itemListElement = [home, ...steps].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: SITE + path,
  }));
  return { ...context, '@type': 'BreadcrumbList', itemListElement };
}
