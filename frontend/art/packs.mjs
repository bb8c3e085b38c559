// The pictures of the products: the pack alone, at an angle among its plant, and its powder close by.
import sharp from 'sharp';
import { raster, url } from './kit/browser.mjs';
import { products } from './kit/products.mjs';
import { png } from './kit/render/image.mjs';
import { sprite } from './kit/sprites.mjs';
import { frontCard } from './kit/stage/front.mjs';
import { looks } from './kit/stage/looks.mjs';
import { props, tablecloth } from './kit/stage/props.mjs';
import { closeSet, turnedSet } from './kit/stage/sets.mjs';
import { photograph } from './kit/studio.mjs';
import { throughLens } from './kit/studio/focus.mjs';

const SIZE = [800, 1000];

async function frontView(browser, p) {
  // A little finer than it is shown: the card is 1000 wide.
  const pack = url(await sprite[p.kind](browser, p, { S: 1.2 }));
  const heap = url(await sprite.heap(browser, p));
  const card = frontCard(p, pack, heap);
  return raster(browser, card.svg, card.w, card.h);
}

/* A product's sets share what is printed in them. */
const printed = new Map();

const setView = (set, border) => async (browser, p) => {
  const look = looks[p.id];
  if (!printed.has(p.id)) printed.set(p.id, await props(browser, p, look));
  const scene = set(p, look, { ...printed.get(p.id), cloth: await tablecloth(browser, look, border) });
  const picture = photograph({ size: SIZE, ...scene });
  return png(scene.lens ? await throughLens(picture, scene.lens) : picture);
};

const views = [
  ['', frontView],
  ['-angle', setView(turnedSet, 0.84)],
  ['-detail', setView(closeSet, 1.1)],
];

/** Three pictures of every product. */
export const packs = products.flatMap((p) =>
  views.map(([end, view]) => ({
    name: `images/products/${p.id}${end}`,
    source: 'packs.mjs',
    // A touch of sharpening makes up for the softness of scaling down.
    draw: async (browser) =>
      sharp(await view(browser, p))
        .sharpen({ sigma: 0.6 })
        .png()
        .toBuffer(),
    widths: [400, 800],
    // The most bytes of a card's picture.
    heaviest: (width) => (width <= 400 ? 35_000 : Number.POSITIVE_INFINITY),
    quality: { avif: 50, webp: 75 },
  })),
);
