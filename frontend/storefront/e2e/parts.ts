import { readFileSync } from 'node:fs';
import { type PageName, pages } from '../src/page_table';

/** A module of the build with its files and imports. */
interface Chunk {
  file: string;
  css?: readonly string[];
  imports?: readonly string[];
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8'),
);
const SHOP = 'src/shop.tsx';
/** Files that the document requests once. Every other lost file must be requested again. */
export const OF_THE_DOCUMENT = /^\/assets\/(index|preload|page)-/;
const names = Object.keys(pages) as PageName[];

/** The scripts that the shop needs to open, its own first. */
export function partsOfShop(): string[] {
  return [SHOP, ...(chunkOf(SHOP).imports ?? [])].map((name) => `/${chunkOf(name).file}`);
}

/**
 * The groups of a page's scripts and style sheets that a test loses together. Files that the bundler loads with a module fail together, so
 * they are one group. Files shared by several pages are lost only on the first of them; the shop's own only on the home page. `ALL_PARTS=1`
 * loses every file on every page, one by one, which takes three times as long.
 */
export function refusedOn(name: PageName, parts: readonly string[]): string[][] {
  if (process.env.ALL_PARTS) return parts.map((part) => [part]);
  const shared = new Set(name === 'home' ? [] : partsOfShop().slice(1));
  for (const other of names.slice(0, names.indexOf(name)))
    for (const part of needs(moduleOf(other))) shared.add(part);
  const own = filesOf(moduleOf(name));
  for (const part of own) shared.delete(part);
  const here = parts.filter((part) => !shared.has(part));
  const missed = scriptsOf(name).filter((part) => !shared.has(part) && !parts.includes(part));
  if (missed.length > 0) throw new Error(`${name} does not ask for ${missed.join()}`);
  // Files of the document are lost alone, because without them no others are requested.
  const withShop = partsOfShop().filter((part) => !OF_THE_DOCUMENT.test(part));
  const brought = [...needs(moduleOf(name))].filter(
    (part) => ![...own, ...withShop].includes(part) && !OF_THE_DOCUMENT.test(part),
  );
  const together = [
    withShop.slice(1),
    brought.filter((part) => part.endsWith('.js')),
    brought.filter((part) => part.endsWith('.css')),
  ].map((list) => here.filter((part) => list.includes(part)));
  const alone = here.filter((part) => !together.flat().includes(part)).map((part) => [part]);
  return [...alone, ...together.filter((list) => list.length > 0)];
}

function scriptsOf(name: PageName): string[] {
  return [...needs(moduleOf(name))].filter((part) => part.endsWith('.js'));
}

/** The files of a module and its imports. */
function needs(module: string, found = new Set<string>(), seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return found;
  seen.add(module);
  for (const file of filesOf(module)) found.add(file);
  for (const name of chunkOf(module).imports ?? []) needs(name, found, seen);
  return found;
}

function filesOf(module: string): string[] {
  const { file, css = [] } = chunkOf(module);
  return [file, ...css].map((name) => `/${name}`);
}

function moduleOf(name: PageName): string {
  return `src/pages/${pages[name].module}.tsx`;
}

function chunkOf(module: string): Chunk {
  const chunk = manifest[module];
  if (!chunk) throw new Error(`the build has no ${module}`);
  return chunk;
}
