import type { Card } from '../api/types';
import { chromeMessages } from '../messages/chrome';

/** The menus of the main navigation that list products; `all` is the link to the whole shelf of that kind. */
export const productMenus: readonly { label: string; type: Card['type']; all: string }[] = [
  { label: chromeMessages.packets, type: 'pouch', all: chromeMessages.allPackets },
  { label: chromeMessages.boxes, type: 'box', all: chromeMessages.allBoxes },
];
