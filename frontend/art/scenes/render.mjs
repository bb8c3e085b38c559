// node scenes/render.mjs [name...]     draws the scenes whose names begin so (all without a name) into public/images
// node scenes/render.mjs --look name   draws one PNG into the art's out folder only, to look at
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { OUT, open, raster } from '../make.mjs';
import { pictures } from './pictures.mjs';
import { art, prepare } from './sprites.mjs';

const IMAGES = fileURLToPath(new URL('../../public/images/', import.meta.url));

const formats = {
  avif: { quality: 52, effort: 4 },
  // Only a few old browsers ask for WebP, and a hero is to weigh little there too.
  webp: { quality: 62, effort: 5, smartSubsample: true },
};

/** For phones, whose dots are too small for the difference to be seen. */
const denseQuality = { avif: 44, webp: 54 };

/** The picture in a format, at the wished quality or at the first below it that is light enough. */
async function encode(png, width, format, { quality, ...options }, heaviest) {
  const bytes = await sharp(png).resize(width)[format]({ quality, ...options }).toBuffer();
  if (bytes.length <= heaviest || quality < 30) return bytes;
  return encode(png, width, format, { quality: quality - 4, ...options }, heaviest);
}

/** Writes a picture at its widths, in its formats; `jpeg` pictures have one file only. */
async function ship(png, { name, widths, jpeg, dense, heaviest = Number.POSITIVE_INFINITY }) {
  await mkdir(dirname(join(IMAGES, name)), { recursive: true });
  if (jpeg) {
    const { size } = await sharp(png).flatten().jpeg(jpeg).toFile(join(IMAGES, `${name}.jpg`));
    console.log(`${name}.jpg`, `${(size / 1000).toFixed(1)} kB`);
    return;
  }
  for (const width of widths)
    for (const [format, options] of Object.entries(formats)) {
      const wished = dense ? { ...options, quality: denseQuality[format] } : options;
      const bytes = await encode(png, width, format, wished, heaviest);
      await writeFile(join(IMAGES, `${name}-${width}.${format}`), bytes);
      console.log(`${name}-${width}.${format}`, `${(bytes.length / 1000).toFixed(1)} kB`);
    }
}

/** Draws one picture as PNG. */
async function draw(browser, picture) {
  for (const name of picture.sprites ?? []) await prepare(browser, name);
  const svg = picture.draw(art);
  const [, w, h] = svg.match(/width="(\d+)" height="(\d+)"/);
  const png = await raster(browser, svg, Number(w), Number(h), 1, {
    bg: picture.clear ? 'transparent' : '#F8EED9',
  });
  return picture.middle ? sharp(png).resize({ width: picture.middle, height: Number(h) }).toBuffer() : png;
}

const names = process.argv.slice(2).filter((name) => name !== '--look');
const looking = process.argv.includes('--look');
const browser = await open();
try {
  for (const picture of pictures) {
    if (names.length && !names.some((name) => picture.name.startsWith(name))) continue;
    const png = await draw(browser, picture);
    if (looking) await writeFile(join(OUT, `${picture.name.replaceAll('/', '-')}.png`), png);
    else await ship(png, picture);
  }
} finally {
  await browser.close();
}
