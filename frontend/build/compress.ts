import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Not the documents: the server fills them in before it compresses them. */
const TEXT = /\.(js|css|svg|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz beside every text file of the build, so that the server never compresses while serving. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    // The build that draws the pages serves nobody.
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    enforce: 'post',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => TEXT.test(file)).map((file) => compressFile(join(folder, file))),
      );
    },
  };
}

async function compressFile(file: string) {
  const text = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await brotli(text, quality));
  await writeFile(`${file}.gz`, await zip(text, { level: constants.Z_BEST_COMPRESSION }));
}
