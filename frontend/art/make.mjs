// node make.mjs [name...]           draws the pictures whose name, or a part of it after a slash, begins so (without a name: all)
// node make.mjs --look [name...]    draws them only into the out folder, for review
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUT, open } from './kit/browser.mjs';
import { entryOf, readManifest, writeManifest } from './manifest.mjs';
import { pictures } from './pictures.mjs';
import { publish } from './publish.mjs';

const names = process.argv.slice(2).filter((name) => name !== '--look');
const looking = process.argv.includes('--look');
const isMeant = ({ name }) =>
  names.length === 0 || names.some((start) => name.startsWith(start) || name.includes(`/${start}`));

await mkdir(OUT, { recursive: true });
const entries = readManifest();
const browser = await open();
try {
  for (const picture of pictures.filter(isMeant)) {
    const started = Date.now();
    const bytes = await picture.draw(browser);
    await writeFile(join(OUT, `${picture.name.replaceAll('/', '-')}.png`), bytes);
    if (!looking) {
      const files = await publish(bytes, picture);
      entries[picture.name] = entryOf(picture.source, Object.keys(files));
      writeManifest(entries);
    }
    console.log(picture.name, `${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
}
