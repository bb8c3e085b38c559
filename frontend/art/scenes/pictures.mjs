// Every picture of the scenes: what draws it, which sprites it needs, where it goes and how wide.
import sharp from 'sharp';
import { raster } from '../kit/browser.mjs';
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
import { art, prepare } from './sprites.mjs';

const PAPER = '#F8EED9';

/* Only a few old browsers ask for WebP, and a hero is to weigh little there too. */
const quality = { avif: 52, webp: 62 };
/* For phones, whose dots are too small for the difference to be seen. */
const dense = { avif: 44, webp: 54 };

/* A picture of this module's drawing; `middle` keeps so much of its width, `ground` is what shines through. */
const scene = (name, module, drawing, { sprites = [], middle, ground = PAPER, ...published }) => ({
  name: `images/${name}`,
  source: `scenes/${module}.mjs`,
  async draw(browser) {
    for (const sprite of sprites) await prepare(browser, sprite);
    const svg = drawing(art);
    const [, w, h] = svg.match(/width="(\d+)" height="(\d+)"/).map(Number);
    const png = await raster(browser, svg, w, h, 1, { bg: ground });
    return middle ? sharp(png).resize({ width: middle, height: h }).toBuffer() : png;
  },
  quality,
  webp: { smartSubsample: true },
  ...published,
});

const hero = (name, { wide, tall }, sprites, limits) => {
  const module = `heroes/${name.replace('-', '_')}`;
  return [
    scene(`hero/${name}-wide`, module, wide, { sprites, widths: [1600, 1024], ...limits }),
    scene(`hero/${name}-tall`, module, tall, { sprites, widths: [720, 480], quality: dense, ...limits }),
  ];
};

/* The first slide is what everybody waits for. */
const FIRST = { heaviest: () => 90_000 };

export const scenes = [
  ...hero('karela-jamun', karelaJamun, ['pouch-karela', 'pouch-jamun', 'heap-karela'], FIRST),
  ...hero('moringa', moringa, ['pouch-moringa', 'heap-moringa']),
  ...hero('ashwagandha', ashwagandha, ['box-ashwagandha', 'heap-ashwagandha']),
  ...hero('tulsi', tulsi, ['box-tulsi', 'heap-tulsi']),
  ...hero('amla', amla, ['pouch-amla', 'heap-amla']),
  ...hero('b12', b12, ['box-b12', 'heap-b12']),
  ...['jamun', 'karela', 'b12', 'moringa'].map((name) =>
    scene(`blog/${name}`, 'plate', plate[name], { widths: [960, 720, 480] }),
  ),
  scene('story/mill', 'mill', mill, { sprites: ['heap-karela', 'heap-ashwagandha'], widths: [960, 480] }),
  scene('promo/band', 'band', band, { widths: [1600] }),
  // A phone shows no more than the middle.
  scene('promo/band-middle', 'band', band, { middle: 900, widths: [900], quality: dense }),
  scene('og/shop', 'share', share, {
    sprites: ['pouch-karela', 'pouch-moringa', 'box-ashwagandha', 'heap-karela'],
    jpeg: { quality: 84, mozjpeg: true },
  }),
  scene('shop/empty', 'empty', empty, { widths: [480, 240], ground: 'transparent' }),
];
