import type { Said, ShopFacts } from './shop_facts';

/** What the shop says of itself, as the document brought it: what was drawn there says the same. */
export const shop: ShopFacts = JSON.parse(document.getElementById('shop')?.textContent ?? '');

/** One of two, by whether the shop has a fact. */
export const said: Said = (fact, text, otherwise) => (fact ? text : otherwise);
