// node packs.mjs [--only front,angle,detail] [product...]    -> public/images/products/<name>[-angle|-detail]-{400,800}
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { product, products } from './kit/products.mjs';
import { png } from './kit/render/image.mjs';
import { frontCard } from './kit/stage/front.mjs';
import { looks } from './kit/stage/looks.mjs';
import { props, tablecloth } from './kit/stage/props.mjs';
import { closeSet, turnedSet } from './kit/stage/sets.mjs';
import { photograph } from './kit/studio.mjs';
import { throughLens } from './kit/studio/focus.mjs';
import { OUT, open, raster, sprite, url } from './make.mjs';
import { publish } from './publish.mjs';

const SIZE = [800, 1000];
const WIDTHS = [400, 800];

const sets = { angle: { set: turnedSet, border: 0.84 }, detail: { set: closeSet, border: 1.1 } };

async function frontView(browser, p) {
  // A little finer than it is shown: the card is 1000 wide.
  const pack = url(await sprite[p.kind](browser, p, { S: 1.2 }));
  const heap = url(await sprite.heap(browser, p));
  const card = frontCard(p, pack, heap);
  return raster(browser, card.svg, card.w, card.h);
}

async function setView(browser, p, { set, border }, shared) {
  const look = looks[p.id];
  const scene = set(p, look, { ...shared, cloth: await tablecloth(browser, look, border) });
  const picture = photograph({ size: SIZE, ...scene });
  return png(scene.lens ? await throughLens(picture, scene.lens) : picture);
}

async function ship(bytes, name) {
  await writeFile(join(OUT, `${name}.png`), bytes);
  // A touch of sharpening makes up for the softness of scaling down.
  const crisp = await sharp(bytes).sharpen({ sigma: 0.6 }).png().toBuffer();
  await publish(crisp, `images/products/${name}`, WIDTHS);
}

async function shootProduct(browser, p, views) {
  const shared = views.some((view) => sets[view]) && (await props(browser, p, looks[p.id]));
  for (const view of views) {
    const started = Date.now();
    const bytes = await (view === 'front' ? frontView(browser, p) : setView(browser, p, sets[view], shared));
    const name = view === 'front' ? p.id : `${p.id}-${view}`;
    await ship(bytes, name);
    process.stdout.write(`${name} ${Math.round((Date.now() - started) / 1000)} s\n`);
  }
}

const args = process.argv.slice(2);
const views = args[0] === '--only' ? args.splice(0, 2)[1].split(',') : ['front', 'angle', 'detail'];
const chosen = args.length ? args.map(product) : products;

await mkdir(OUT, { recursive: true });
const browser = await open();
try {
  for (const p of chosen) await shootProduct(browser, p, views);
} finally {
  await browser.close();
}
