// Turns flat drawings into PNG in a headless browser.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { fontCss } from './label.mjs';

/** Where unfinished pictures go; not committed. */
export const OUT = fileURLToPath(new URL('../out/', import.meta.url));

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
