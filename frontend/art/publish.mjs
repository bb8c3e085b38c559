// Writes a finished picture the way the shop serves it: AVIF and WebP at its widths.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));

/** A file among the shop's public ones. */
export const publicFile = (path) => PUBLIC + path;

/** Writes `<path>-<width>.avif` and `.webp` for every width; bytes: a picture in any format. */
export async function publish(bytes, path, widths, { avif = 50, webp = 75 } = {}) {
  await mkdir(dirname(publicFile(path)), { recursive: true });
  for (const width of widths) {
    const small = sharp(bytes).resize({ width, kernel: 'lanczos3' });
    const file = publicFile(`${path}-${width}`);
    await small.clone().avif({ quality: avif, effort: 4 }).toFile(`${file}.avif`);
    await small.clone().webp({ quality: webp, effort: 5 }).toFile(`${file}.webp`);
  }
}
