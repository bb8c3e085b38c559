// Writes a finished picture the way the shop serves it, into its public folder.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { PUBLIC } from './manifest.mjs';

/* Pictures are smoothed no further than this to be light enough. */
const WORST = 30;

/* The bytes at the wished quality, or at the first below it that is light enough. */
async function encode(picture, format, options, heaviest) {
  const bytes = await picture.clone().toFormat(format, options).toBuffer();
  if (bytes.length <= heaviest || options.quality < WORST) return bytes;
  return encode(picture, format, { ...options, quality: options.quality - 4 }, heaviest);
}

/* AVIF and WebP at every width. */
async function atWidths(
  bytes,
  { name, widths, quality, webp = {}, heaviest = () => Number.POSITIVE_INFINITY },
) {
  const files = {};
  const formats = {
    avif: { quality: quality.avif, effort: 4 },
    webp: { quality: quality.webp, effort: 5, ...webp },
  };
  for (const width of widths)
    for (const [format, options] of Object.entries(formats))
      files[`${name}-${width}.${format}`] = await encode(
        sharp(bytes).resize({ width }),
        format,
        options,
        heaviest(width),
      );
  return files;
}

async function filesOf(bytes, picture) {
  const { name, jpeg, icon, asDrawn } = picture;
  if (asDrawn) return { [`${name}.${asDrawn}`]: bytes };
  if (jpeg) return { [`${name}.jpg`]: await sharp(bytes).flatten().jpeg(jpeg).toBuffer() };
  if (!icon) return atWidths(bytes, picture);
  const { side, density } = icon;
  const png = sharp(bytes, { density }).resize(side, side);
  return { [`${name}.png`]: await png.png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer() };
}

/** Writes a picture's files; answers them: their bytes by their names. */
export async function publish(bytes, picture) {
  const files = await filesOf(bytes, picture);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(PUBLIC + file), { recursive: true });
    await writeFile(PUBLIC + file, content);
  }
  return files;
}
