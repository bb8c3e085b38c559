import type { Card } from '../api/types';
import { chromeWords } from '#words/chrome';

/** As many as a screen shows without scrolling; a menu's last link leads to the rest. */
const MOST = 12;

/** The products that a menu lists. */
export function listed(products: readonly Card[], type: Card['type']): Card[] {
  return products.filter((product) => product.type === type).slice(0, MOST);
}

/** The menus of the main navigation that list products; `all` is the link to the whole shelf of that kind. */
export const productMenus: readonly { label: string; type: Card['type']; all: string }[] = [
  { label: chromeWords.packets, type: 'pouch', all: chromeWords.allPackets },
  { label: chromeWords.boxes, type: 'box', all: chromeWords.allBoxes },
];
