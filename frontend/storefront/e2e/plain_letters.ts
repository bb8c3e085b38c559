import { expect, type Page, type Route } from '@playwright/test';
import { content, unmarked, withoutContent } from '../build/pseudo.mjs';
import hosts from '../src/rules/email_domains.json' with { type: 'json' };

/** Fields of API responses with content or server texts, which stay in their language. */
const ANSWERED = new Set(
  'productName hindiName tagline description ingredients benefits howToUse cautions storage name review productname message orderNumber fullname deliveryAddress label carrier batchNumber district state'.split(
    ' ',
  ),
);
/** Names that are the same in every language. */
const NAMES = new RegExp(hosts.map((host) => host.replaceAll('.', String.raw`\.`)).join('|'), 'g');

/** Marks the content in API responses, and removes the marks from requests. */
export async function markAnswers(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const answer = await fetched(route);
    if (!answer) return route.abort();
    const { response, text } = answer;
    const body = text.startsWith('{') ? JSON.stringify(JSON.parse(text, marked)) : text;
    await route.fulfill({ response, body });
  });
}

/** The response to a request; undefined if the page is gone. */
async function fetched(route: Route) {
  const sent = route.request().postData();
  const url = encodeURI(unmarked(decodeURI(route.request().url())));
  try {
    const response = await route.fetch(sent === null ? { url } : { url, postData: unmarked(sent) });
    return { response, text: await response.text() };
  } catch {
    return undefined;
  }
}

function marked(name: string, value: unknown): unknown {
  return ANSWERED.has(name) ? content(value) : value;
}

/** All texts of a page, visible or for screen readers, with its menus and its head. Elements hidden from screen readers have no labels. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (!parentElement?.closest('script, style, textarea')) said.push(nodeValue ?? '');
    }
    const names = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'alt',
      'title',
      'placeholder',
      'label',
    ];
    for (const name of names)
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!element.closest('[aria-hidden="true"]')) said.push(element.getAttribute(name) ?? '');
    // The server fills a product's tags with content.
    if (!location.pathname.startsWith('/product/'))
      for (const meta of document.querySelectorAll<HTMLMetaElement>(
        'meta[name="description"], meta[property$="title"]',
      ))
        said.push(meta.content);
    return said;
  });
}

/** Fails if a page has untranslated texts besides content, which would be in plain letters. */
export async function expectNoEnglish(
  page: Page,
  where: string,
  typed: readonly string[] = [],
): Promise<void> {
  // The texts are read once, because later ones, such as toasts, may disappear.
  const said = await wordsOf(page);
  const english = said.filter((text) => /[A-Za-z]/.test(ownOf(text, typed)));
  expect(english, `what ${where} says in English`).toEqual([]);
  // A page without texts has no English either, so texts are required.
  expect(said.filter((text) => /\p{L}/u.test(ownOf(text, typed))).length, where).toBeGreaterThan(20);
}

/** The shop's own part of a text, without typed text and names. */
function ownOf(text: string, typed: readonly string[]): string {
  return typed
    .reduce((rest, words) => rest.replaceAll(words, ''), withoutContent(text))
    .replaceAll(NAMES, '');
}
