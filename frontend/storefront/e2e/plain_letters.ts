import { expect, type Page, type Route } from '@playwright/test';
import { content, unmarked, withoutContent } from '../build/pseudo.mjs';
import hosts from '../src/rules/email_domains.json' with { type: 'json' };

/** What the shop's services answer that is content, or what they say themselves: a shopper reads it as it is. */
const ANSWERED = new Set(
  'productName hindiName tagline description ingredients benefits howToUse cautions storage name review productname message orderNumber fullname deliveryAddress label carrier batchNumber district state'.split(
    ' ',
  ),
);
/** What is called the same in every language. */
const NAMES = new RegExp(hosts.map((host) => host.replaceAll('.', String.raw`\.`)).join('|'), 'g');

/** Marks what the services answer as content, and takes the marks off again from what they are sent. */
export async function markAnswers(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const answer = await fetched(route);
    if (!answer) return route.abort();
    const { response, text } = answer;
    const body = text.startsWith('{') ? JSON.stringify(JSON.parse(text, marked)) : text;
    await route.fulfill({ response, body });
  });
}

/** The answer to a request; nothing when the page that asked is gone. */
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

/** Whatever a page says, seen or heard, its menus and its head with it. What is kept from who listens has no names to hear. */
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
    // A product's are filled in by the server, with what is content.
    if (!location.pathname.startsWith('/product/'))
      for (const meta of document.querySelectorAll<HTMLMetaElement>(
        'meta[name="description"], meta[property$="title"]',
      ))
        said.push(meta.content);
    return said;
  });
}

/** Fails with what a page says in plain letters, besides content: there somebody speaks English. */
export async function expectNoEnglish(
  page: Page,
  where: string,
  typed: readonly string[] = [],
): Promise<void> {
  // At once: what goes by itself, such as a message, was said all the same.
  const said = await wordsOf(page);
  const english = said.filter((text) => /[A-Za-z]/.test(ownOf(text, typed)));
  expect(english, `what ${where} says in English`).toEqual([]);
  // A page that says nothing has no English either.
  expect(said.filter((text) => /\p{L}/u.test(ownOf(text, typed))).length, where).toBeGreaterThan(20);
}

/** What of a text is the shop's own, and not what the shopper typed. */
function ownOf(text: string, typed: readonly string[]): string {
  return typed
    .reduce((rest, words) => rest.replaceAll(words, ''), withoutContent(text))
    .replaceAll(NAMES, '');
}
