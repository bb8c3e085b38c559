import { shop } from '#content/shop';
import { type Article, articles } from '#content/articles';
import { faq } from '#content/faq';
import { blogWords } from '#words/blog';
import { chromeWords } from '#words/chrome';
import { faqWords } from '#words/faq';
import { language } from '#words/language';
import { paths } from '../paths';

/** Stands for the shop's address until the server that sends the page fills it in. */
const SITE = '{{site}}';
const context = { '@context': 'https://schema.org' };

/** Stands for the record of who sells here, which the server writes: it knows what of it there is to say. */
const ORGANIZATION = '{{organization}}';

/** schema.org's records of the page at a path. A product's come from the server, which knows the price of today. */
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
