// Every picture of the scenes: what draws it, which sprites it needs, where it goes and how wide.
import { band } from './band.mjs';
import { empty } from './empty.mjs';
import * as amla from './heroes/amla.mjs';
import * as ashwagandha from './heroes/ashwagandha.mjs';
import * as b12 from './heroes/b12.mjs';
import * as karelaJamun from './heroes/karela_jamun.mjs';
import * as moringa from './heroes/moringa.mjs';
import * as tulsi from './heroes/tulsi.mjs';
import { mill } from './mill.mjs';
import * as plate from './plate.mjs';
import { share } from './share.mjs';

const hero = (name, scene, sprites, limits) => [
  { name: `hero/${name}-wide`, draw: scene.wide, sprites, widths: [1600, 1024], ...limits },
  { name: `hero/${name}-tall`, draw: scene.tall, sprites, widths: [720, 480], dense: true, ...limits },
];

/** The first slide is what everybody waits for. */
const FIRST = { heaviest: 90_000 };

/** In the order of their worth. */
export const pictures = [
  ...hero('karela-jamun', karelaJamun, ['pouch-karela', 'pouch-jamun', 'heap-karela'], FIRST),
  ...hero('moringa', moringa, ['pouch-moringa', 'heap-moringa']),
  ...hero('ashwagandha', ashwagandha, ['box-ashwagandha', 'heap-ashwagandha']),
  ...hero('tulsi', tulsi, ['box-tulsi', 'heap-tulsi']),
  ...hero('amla', amla, ['pouch-amla', 'heap-amla']),
  ...hero('b12', b12, ['box-b12', 'heap-b12']),
  ...['jamun', 'karela', 'b12', 'moringa'].map((name) => ({
    name: `blog/${name}`,
    draw: plate[name],
    widths: [960, 720, 480],
  })),
  { name: 'story/mill', draw: mill, sprites: ['heap-karela', 'heap-ashwagandha'], widths: [960, 480] },
  { name: 'promo/band', draw: band, widths: [1600] },
  // A phone shows no more than the middle.
  { name: 'promo/band-middle', draw: band, middle: 900, widths: [900], dense: true },
  {
    name: 'og/shop',
    draw: share,
    sprites: ['pouch-karela', 'pouch-moringa', 'box-ashwagandha', 'heap-karela'],
    jpeg: { quality: 84, mozjpeg: true },
  },
  { name: 'shop/empty', draw: empty, widths: [480, 240], clear: true },
];
