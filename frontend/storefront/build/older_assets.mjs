// Puts the hashed files of earlier releases beside those of a build, so that a page which somebody opened before a release
// finds what it asks for after it: `node build/older_assets.mjs <site of the release before>`, after `npm run build`.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long after its release was replaced a file is kept: longer than anybody leaves a page open. */
const KEPT_MS = 30 * DAY_MS;
/** Which files of a site are of earlier releases, and when the last of these was replaced: one `time name` a line. */
const LIST = '.older-assets';

/**
 * Copies into a site what the site of the release before has in `assets/`, but for files whose own release was replaced more
 * than 30 days ago. Answers how many files were copied and how many were left behind.
 */
export async function keepAssets(previous, site, now = Date.now()) {
  const replaced = new Map(await readList(previous));
  const own = new Set(await assetsOf(site));
  const older = (await assetsOf(previous)).filter((name) => !own.has(name));
  // What the release before does not list is its own, and is replaced now.
  const dated = older.map((name) => [name, replaced.get(name) ?? now]);
  const kept = dated.filter(([, time]) => now - time <= KEPT_MS);
  for (const [name] of kept) {
    const file = join(site, 'assets', name);
    // oxlint-disable-next-line no-await-in-loop -- hundreds of files at once are too many
    await mkdir(dirname(file), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await copyFile(join(previous, 'assets', name), file);
  }
  const lines = kept.map(([name, time]) => `${new Date(time).toISOString()} ${name}\n`);
  await writeFile(join(site, LIST), lines.join(''));
  return { copied: kept.length, dropped: dated.length - kept.length };
}

async function readList(site) {
  const text = await readIfThere(() => readFile(join(site, LIST), 'utf8'), '');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => {
    const [time = '', name = ''] = line.split(' ');
    if (Number.isNaN(Date.parse(time)) || !name) throw new Error(`${LIST} has a line that is none: ${line}`);
    return [name, Date.parse(time)];
  });
}

/** The first release of all follows on none, which has no assets. */
async function assetsOf(site) {
  const entries = await readIfThere(
    () => readdir(join(site, 'assets'), { recursive: true, withFileTypes: true }),
    [],
  );
  const folder = resolve(site, 'assets');
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(resolve(parentPath), name).slice(folder.length + 1))
    .sort();
}

async function readIfThere(read, otherwise) {
  try {
    return await read();
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , previous] = process.argv;
  if (!previous) throw new Error('usage: node build/older_assets.mjs <site of the release before>');
  // The same commit shall give the same image.
  const { SOURCE_DATE_EPOCH } = process.env;
  const now = SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1000 : Date.now();
  const { copied, dropped } = await keepAssets(previous, resolve(import.meta.dirname, '../dist'), now);
  console.log(`${copied} files of earlier releases are kept, ${dropped} are dropped`);
}
