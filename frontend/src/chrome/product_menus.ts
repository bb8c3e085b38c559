import type { Product } from '../api/types';
import { messages } from '../messages';

/** The menus of the main navigation that list products. */
export const productMenus: readonly { label: string; type: Product['type'] }[] = [
  { label: messages.chrome.packets, type: 'pouch' },
  { label: messages.chrome.boxes, type: 'box' },
];
