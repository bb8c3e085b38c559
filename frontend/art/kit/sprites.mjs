// The printed panels of a pack, and lit things on nothing.
import { raster } from './browser.mjs';
import { front, lid, side } from './label.mjs';
import * as renderers from './render.mjs';
import { light } from './render/maths.mjs';

const svg = (w, h, content) => `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${content}</svg>`;

const panel = (browser, w, h, content, scale = 1.5) => raster(browser, svg(w, h, content), w, h, scale);

/** The printed panels of a product's pack, flat. */
export const panels = {
  pouch: async (browser, p, wt = '100 g') => ({
    label: await panel(browser, 1000, 1480, front(p, 1000, 1480, { top: 168, bot: 78, wt }), 1.4),
  }),
  box: async (browser, p, wt = '75 g') => ({
    front: await panel(browser, 1000, 1389, front(p, 1000, 1389, { top: 40, bot: 44, wt })),
    side: await panel(browser, 500, 1389, side(p, 500, 1389)),
    lid: await panel(browser, 1000, 500, lid(p, 1000, 500)),
  }),
};

/** Lit things of a product, as transparent PNG bytes. */
export const sprite = {
  pouch: async (browser, p, { wt, ...o } = {}) =>
    renderers.pouch({ ...(await panels.pouch(browser, p, wt)), ...o }),
  box: async (browser, p, { wt, ...o } = {}) =>
    renderers.box({ ...(await panels.box(browser, p, wt)), ...o }),
  heap: (_browser, p, o = {}) => renderers.heap({ color: light(p.powder), ...o }),
};
