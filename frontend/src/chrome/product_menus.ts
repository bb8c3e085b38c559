import type { Card } from '../api/types';
import { chromeWords } from '#words/chrome';

/** The menus of the main navigation that list products; `all` is the link to the whole shelf of that kind. */
export const productMenus: readonly { label: string; type: Card['type']; all: string }[] = [
  { label: chromeWords.packets, type: 'pouch', all: chromeWords.allPackets },
  { label: chromeWords.boxes, type: 'box', all: chromeWords.allBoxes },
];
