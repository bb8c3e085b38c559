import { expect, test, vi } from 'vitest';
import * as real from '../content/en/shop';
import type { ShopFacts } from '../content/shop_facts';
import * as markers from './shop_markers';

/** Facts that differ from the samples in which are empty, and contain characters that need escaping. */
const odd: ShopFacts = {
  ...real.shop,
  name: `Asha & Sons "Herbs" </script>`,
  legalName: 'Asha’s <b>Herbs</b> & Sons',
  hindiName: '',
  tagline: '',
  address: ['14 "Old" Mill', 'Surat 395002', 'Gujarat', 'India', 'Earth'],
  phone: { display: '', href: '' },
  chat: { display: '', href: '' },
  social: { ...real.shop.social, facebook: { href: '' } },
  taxNumber: '',
  delivery: '₹40',
  codLimit: '',
  sample: '',
};

/** Every document as rendered by the build, or by a browser, with these facts. */
async function everyDocument(facts: object) {
  vi.resetModules();
  vi.doMock('#content/shop', () => facts);
  const { documents, render } = await import('./entry_server');
  const pages = new Map<string, string>();
  for (const { drawnAt } of documents) {
    // oxlint-disable-next-line no-await-in-loop -- a page's head is taken before the next is drawn
    const { html } = await render(drawnAt);
    pages.set(drawnAt, html.replaceAll('<!-- -->', ''));
  }
  return pages;
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#x27;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Fills a document by the gateway's rules (`gateway/storefront/src/site/document.rs`). */
function filled(html: string, facts: ShopFacts): string {
  const valueOf = (name: string) => {
    const [, ...fields] = name.split('.');
    const value = fields.reduce<unknown>((all, field) => (all as Record<string, unknown>)[field], facts);
    return escaped(String(value ?? ''));
  };
  return html
    .replaceAll(/\{\{([#^])(shop\..+?)\}\}(.*?)\{\{\/\2\}\}/gs, (_, kind, name, inner) =>
      (valueOf(name) !== '') === (kind === '#') ? inner : '',
    )
    .replaceAll(/\{\{(shop\..+?)\}\}/g, (_, name) => valueOf(name));
}

test.each([
  ['the samples', real.shop],
  ['a shop that says less of some things and more of others', odd],
])('a document that is filled in with %s is what a browser draws with them', async (_, facts) => {
  const drawn = await everyDocument(markers);
  const expected = await everyDocument({ ...real, shop: facts });
  expect(drawn.size).toBeGreaterThan(25);
  for (const [path, html] of drawn) {
    expect(html, path).toContain('{{shop.');
    expect(filled(html, facts), path).toBe(expected.get(path));
  }
});

test('the footer of every document shows what the law requires, for every shop', async () => {
  for (const facts of [real.shop, odd]) {
    // oxlint-disable-next-line no-await-in-loop -- one shop after the other
    for (const [path, html] of await everyDocument({ ...real, shop: facts })) {
      const foot = html.slice(html.indexOf('<footer'));
      const { legalName, address, phone, mail, foodLicence, countryOfOrigin } = facts;
      const wanted = [
        legalName,
        ...address,
        phone.display,
        phone.href,
        mail.display,
        foodLicence,
        countryOfOrigin,
      ];
      for (const fact of wanted) expect(foot, path).toContain(escaped(fact));
      if (facts.taxNumber) expect(foot, path).toContain(facts.taxNumber);
      expect(foot.includes('Sample shop'), path).toBe(facts.sample !== '');
    }
  }
});

test('a name that is no fact is refused when it is drawn', () => {
  expect(() => markers.when('Vanmool', 'text', '')).toThrow('Vanmool is no fact of the shop');
});
