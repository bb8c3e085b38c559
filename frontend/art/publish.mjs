// Writes a finished picture the way the shop serves it: AVIF and WebP at its widths.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));

/** A file among the shop's public ones. */
export const publicFile = (path) => PUBLIC + path;

// What a card's picture may weigh, in either format.
const LIGHT = { width: 400, bytes: 35_000 };

const EFFORT = { avif: 4, webp: 5 };

/* Encodes at the wished quality, or at the first one below it that is light enough. */
async function encode(picture, format, wished, limit) {
  let quality = wished;
  let bytes;
  do {
    bytes = await picture.clone().toFormat(format, { quality, effort: EFFORT[format] }).toBuffer();
    quality -= 4;
  } while (bytes.length > limit && quality > 30);
  return bytes;
}

/** Writes `<path>-<width>.avif` and `.webp` for every width; bytes: a picture in any format. */
export async function publish(bytes, path, widths, { avif = 50, webp = 75 } = {}) {
  await mkdir(dirname(publicFile(path)), { recursive: true });
  for (const width of widths) {
    const picture = sharp(bytes).resize({ width, kernel: 'lanczos3' });
    const limit = width <= LIGHT.width ? LIGHT.bytes : Infinity;
    const file = publicFile(`${path}-${width}`);
    await writeFile(`${file}.avif`, await encode(picture, 'avif', avif, limit));
    await writeFile(`${file}.webp`, await encode(picture, 'webp', webp, limit));
  }
}
