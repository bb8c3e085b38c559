// Every picture of the shop. A picture has a `name`, its path below ../storefront/public; a `source`, the module that draws
// it; a `draw`, which answers its bytes; and how it is published (publish.mjs).
import { icons } from './icons.mjs';
import { medallions } from './medallions.mjs';
import { packs } from './packs.mjs';
import { scenes } from './scenes/pictures.mjs';

export const pictures = [...icons, ...medallions, ...scenes, ...packs];
