// Turns drawings into PNG: flat ones in a headless browser, lit ones by the renderers.
// node make.mjs pouch karela [file] | box ashwagandha | heap karela      -> out/<kind>-<id>.png (transparent)
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { fontCss, front, lid, side } from './kit/label.mjs';
import { product } from './kit/products.mjs';
import * as renderers from './kit/render.mjs';
import { light } from './kit/render/maths.mjs';

/** Where unfinished pictures go; not committed. */
export const OUT = fileURLToPath(new URL('./out/', import.meta.url));

const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--allow-file-access-from-files',
];

/** A headless browser. */
export const open = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: QUIET });

/** An SVG as PNG bytes, w x h at a scale. The page is a file, since only files may load the fonts beside them. */
export async function raster(browser, svg, w, h, scale = 1, { bg = 'transparent', css = '' } = {}) {
  await mkdir(OUT, { recursive: true });
  const file = join(OUT, `_${randomUUID()}.html`);
  const style = `${fontCss}html,body{margin:0;background:${bg};overflow:hidden}svg{display:block}${css}`;
  await writeFile(file, `<!doctype html><meta charset=utf-8><style>${style}</style>${svg}`);
  const page = await browser.newPage({ viewport: { width: w, height: h }, deviceScaleFactor: scale });
  try {
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(120);
    return await page.screenshot({ omitBackground: true });
  } finally {
    await page.close();
    await rm(file);
  }
}

/** PNG bytes as an address that an SVG can name. */
export const url = (bytes) => `data:image/png;base64,${bytes.toString('base64')}`;

/** Runs a renderer by name. The browser is not needed; it is named so that every step is called alike. */
export const render = (_browser, name, options) => renderers[name](options);

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

/** Whether a module is the one that node was called with. */
export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);

if (isMain(import.meta)) {
  const [kind, id, file] = process.argv.slice(2);
  const browser = await open();
  try {
    const bytes = await sprite[kind](browser, product(id));
    await mkdir(OUT, { recursive: true });
    await writeFile(file ?? join(OUT, `${kind}-${id}.png`), bytes);
  } finally {
    await browser.close();
  }
}
