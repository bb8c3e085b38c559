// Every picture of the shop. `name`: its path below ../storefront/public. `source`: the module that draws it. `draw`: returns its bytes.
// The other properties tell publish.mjs how to publish it.
import { icons } from './icons.mjs';
import { medallions } from './medallions.mjs';
import { packs } from './packs.mjs';
import { scenes } from './scenes/pictures.mjs';

export const pictures = [...icons, ...medallions, ...scenes, ...packs];
