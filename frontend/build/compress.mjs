import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Documents are left out, because a gateway fills them in or reads them uncompressed. */
const TEXT = /\.(js|css|svg|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz file for every text file of a built site, so that the server need not compress. */
export async function compress(site) {
  const files = await readdir(site, { recursive: true });
  await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compressFile(file, site)));
}

async function compressFile(file, site) {
  const text = await readFile(new URL(file, site));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(new URL(`${file}.br`, site), await brotli(text, quality));
  await writeFile(new URL(`${file}.gz`, site), await zip(text, { level: constants.Z_BEST_COMPRESSION }));
}
