// node packs.mjs [--only front,angle,detail] [product...]    -> public/images/products/<name>[-angle|-detail]-{400,800}
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { product, products } from './kit/products.mjs';
import { png } from './kit/render/image.mjs';
import { frontCard } from './kit/stage/front.mjs';
import { looks } from './kit/stage/looks.mjs';
import { props } from './kit/stage/props.mjs';
import { closeSet, turnedSet } from './kit/stage/sets.mjs';
import { photograph } from './kit/studio.mjs';
import { throughLens } from './kit/studio/focus.mjs';
import { OUT, open, raster, sprite, url } from './make.mjs';
import { publish } from './publish.mjs';

const SIZE = [800, 1000];
const WIDTHS = [400, 800];

async function shoot(set) {
  const picture = photograph({ size: SIZE, ...set });
  return png(set.lens ? await throughLens(picture, set.lens) : picture);
}

const views = {
  front: async (browser, p) => {
    const pack = url(await sprite[p.kind](browser, p));
    const heap = url(await sprite.heap(browser, p));
    const card = frontCard(p, pack, heap);
    return raster(browser, card.svg, card.w, card.h);
  },
  angle: async (browser, p) => shoot(turnedSet(p, looks[p.id], await props(browser, p, looks[p.id]))),
  detail: async (browser, p) =>
    shoot(closeSet(p, looks[p.id], await props(browser, p, looks[p.id], { border: 1.1 }))),
};

const args = process.argv.slice(2);
const only = args[0] === '--only' ? args.splice(0, 2)[1].split(',') : Object.keys(views);
const chosen = args.length ? args.map(product) : products;

await mkdir(OUT, { recursive: true });
const browser = await open();
try {
  for (const p of chosen)
    for (const view of only) {
      const started = Date.now();
      const bytes = await views[view](browser, p);
      const name = view === 'front' ? p.id : `${p.id}-${view}`;
      await writeFile(join(OUT, `${name}.png`), bytes);
      // A touch of sharpening makes up for the softness of scaling down.
      const crisp = await sharp(bytes).sharpen({ sigma: 0.6 }).png().toBuffer();
      await publish(crisp, `images/products/${name}`, WIDTHS);
      process.stdout.write(`${name} ${Math.round((Date.now() - started) / 1000)} s\n`);
    }
} finally {
  await browser.close();
}
