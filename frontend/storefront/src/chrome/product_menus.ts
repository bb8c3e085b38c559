import type { Card } from '../api/types';
import { chromeWords } from '#words/chrome';

/** The most products in a menu, as many as fit on a screen. The menu's last link leads to the rest. */
const MOST = 12;

/** The products of a menu. */
export function listed(products: readonly Card[], type: Card['type']): Card[] {
  return products.filter((product) => product.type === type).slice(0, MOST);
}

/** The product menus of the main navigation. `all` is the label of the link to all products of the kind. */
export const productMenus: readonly { label: string; type: Card['type']; all: string }[] = [
  { label: chromeWords.packets, type: 'pouch', all: chromeWords.allPackets },
  { label: chromeWords.boxes, type: 'box', all: chromeWords.allBoxes },
];
