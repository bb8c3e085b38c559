import type { ShopFacts, When } from './shop_facts';

/** The shop's facts from the document, as they were filled into its markup. */
export const shop: ShopFacts = JSON.parse(document.getElementById('shop')?.textContent ?? '');

/** Returns `text` if the shop has the fact, else `otherwise`. */
export const when: When = (fact, text, otherwise) => (fact ? text : otherwise);
