// Copies the hashed files of earlier releases into a build, so that a page opened before a release still finds its files. Run `node
// build/older_assets.mjs <site of the previous release>` after `npm run build`.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The time that a file is kept after its release was replaced: longer than a page stays open. */
const KEPT_MS = 30 * DAY_MS;
/** The list of a site's older files, with the time when their last release was replaced: one `time name` per line. */
const LIST = '.older-assets';

/**
 * Copies the `assets/` of the previous release into a site, without files whose release was replaced more than 30 days ago. Returns the
 * number of copied and of dropped files.
 */
export async function keepAssets(previous, site, now = Date.now()) {
  const replaced = new Map(await readList(previous));
  const own = new Set(await assetsOf(site));
  const older = (await assetsOf(previous)).filter((name) => !own.has(name));
  // Files that the previous release does not list are its own, and are replaced now.
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

/** The files in `assets/`. The first release has no previous one, so the folder may be missing. */
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
  // The same commit must give the same image.
  const { SOURCE_DATE_EPOCH } = process.env;
  const now = SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1000 : Date.now();
  const { copied, dropped } = await keepAssets(previous, resolve(import.meta.dirname, '../dist'), now);
  console.log(`${copied} files of earlier releases are kept, ${dropped} are dropped`);
}
