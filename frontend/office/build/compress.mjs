// Writes a .br and a .gz beside every text file of the build, so that the server never compresses while serving. Runs last.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const site = new URL('../dist/', import.meta.url);
/** Not the document: the server reads it as it is. */
const TEXT = /\.(js|css|svg|txt)$/;
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
