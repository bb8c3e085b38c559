import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAssets } from '../build/older_assets.mjs';

const day = (number: number) => Date.UTC(2026, 0, number);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'older-assets-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Creates the site of a release with these files. */
async function release(name: string, ...files: string[]): Promise<string> {
  const site = join(folder, name);
  await mkdir(join(site, 'assets'), { recursive: true });
  await Promise.all(files.map((file) => writeFile(join(site, 'assets', file), `${name} ${file}`)));
  return site;
}

const assetsOf = async (site: string) => (await readdir(join(site, 'assets'))).sort();

test('a release has the files of those before it, for 30 days after they were replaced', async () => {
  const first = await release('first', 'a-1.js', 'both-1.js');
  const second = await release('second', 'a-2.js', 'both-1.js');
  expect(await keepAssets(first, second, day(10))).toEqual({ copied: 1, dropped: 0 });
  expect(await assetsOf(second)).toEqual(['a-1.js', 'a-2.js', 'both-1.js']);
  expect(await readFile(join(second, 'assets/a-1.js'), 'utf8')).toBe('first a-1.js');
  expect(await readFile(join(second, 'assets/both-1.js'), 'utf8')).toBe('second both-1.js');

  const third = await release('third', 'a-3.js');
  expect(await keepAssets(second, third, day(40))).toEqual({ copied: 3, dropped: 0 });
  const fourth = await release('fourth', 'a-4.js');
  expect(await keepAssets(third, fourth, day(41))).toEqual({ copied: 3, dropped: 1 });
  expect(await assetsOf(fourth)).toEqual(['a-2.js', 'a-3.js', 'a-4.js', 'both-1.js']);
});

test('the first release of all follows on none', async () => {
  const only = await release('only', 'a-1.js');
  expect(await keepAssets(join(folder, 'none'), only)).toEqual({ copied: 0, dropped: 0 });
  expect(await assetsOf(only)).toEqual(['a-1.js']);
});

test('a list that cannot be read stops the build', async () => {
  const first = await release('first', 'a-1.js');
  await writeFile(join(first, '.older-assets'), 'yesterday a-0.js\n');
  await expect(keepAssets(first, await release('second'))).rejects.toThrow('yesterday');
});
