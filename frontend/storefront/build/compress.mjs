// Writes a .br and a .gz beside every text file of the build, so that the server never compresses while serving. Runs last.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { site } from './language.mjs';

/** Not the documents: the server fills them in before it compresses them. */
const TEXT = /\.(js|css|svg|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const files = await readdir(site, { recursive: true });
await Promise.all(files.filter((file) => TEXT.test(file)).map(compress));

async function compress(file) {
  const text = await readFile(new URL(file, site));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(new URL(`${file}.br`, site), await brotli(text, quality));
  await writeFile(new URL(`${file}.gz`, site), await zip(text, { level: constants.Z_BEST_COMPRESSION }));
}
