import type { Product } from '../api/types';
import { chromeMessages } from '../messages/chrome';

/** The menus of the main navigation that list products. */
export const productMenus: readonly { label: string; type: Product['type'] }[] = [
  { label: chromeMessages.packets, type: 'pouch' },
  { label: chromeMessages.boxes, type: 'box' },
];
