// Everything flat that a set needs, drawn once and read as pictures.
import { plants } from '../botany.mjs';
import { boxes } from '../boxes.mjs';
import { raster } from '../browser.mjs';
import { G } from '../geom.mjs';
import { plantColours } from '../palette.mjs';
import { load } from '../render/image.mjs';
import { panels } from '../sprites.mjs';
import { backdrop } from './backdrop.mjs';
import { cloth } from './cloth.mjs';

const read = async (browser, { svg, w, h }) => load(await raster(browser, svg, Math.round(w), Math.round(h)));

/* A plant cut out of its sheet: the picture and how wide it is by its height. */
async function scrap(browser, name) {
  const [x0, y0, x1, y1] = boxes[name];
  const pad = 6;
  const w = Math.round(x1 - x0 + 2 * pad);
  const h = Math.round(y1 - y0 + 2 * pad);
  const drawing = G(plants[name](plantColours[name]), `translate(${pad - x0} ${pad - y0})`);
  const svg = `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${drawing}</svg>`;
  return { image: await load(await raster(browser, svg, w, h, 2.2)), aspect: w / h };
}

/* The pack's panels as read pictures. */
async function packPanels(browser, p) {
  const out = {};
  for (const [name, bytes] of Object.entries(await panels[p.kind](browser, p))) out[name] = await load(bytes);
  return out;
}

/** Wall, pack and plants of a product, which all its sets share. */
export async function props(browser, p, look) {
  const scraps = {};
  for (const name of [...(look.hang ?? []), ...(look.stand ?? [])])
    scraps[name] ??= await scrap(browser, name);
  return {
    wall: await read(browser, backdrop(look)),
    panels: await packPanels(browser, p),
    scraps,
  };
}

/** The cloth of a product. border: where its printed border begins, in the world's z. */
export const tablecloth = (browser, look, border) => read(browser, cloth(look, border));
