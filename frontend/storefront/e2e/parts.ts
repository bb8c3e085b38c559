import { readFileSync } from 'node:fs';
import { type PageName, pages } from '../src/page_table';

/** A module of the build with what it cannot be without. */
interface Chunk {
  file: string;
  css?: readonly string[];
  imports?: readonly string[];
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8'),
);
const SHOP = 'src/shop.tsx';
/** What the document itself asks for, once. Whatever else is lost must be asked for again. */
export const OF_THE_DOCUMENT = /^\/assets\/(index|preload|page)-/;
const names = Object.keys(pages) as PageName[];

/** The scripts without which the shop does not open, its own first. */
export function partsOfShop(): string[] {
  return [SHOP, ...(chunkOf(SHOP).imports ?? [])].map((name) => `/${chunkOf(name).file}`);
}

/**
 * Which of a page's scripts and style sheets a story loses on it; those of one list at once. All that the bundler loads with a page
 * comes or fails with it at one place, so what a page's module brings along is lost together, what several pages bring along on the
 * first of them, and on the others the page's own stands for it; so does the shop's own for what it needs, but on the home page.
 * `ALL_PARTS=1` loses every part on every page, each by itself, in three times the time.
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
  // What the document asks for is lost alone: without it nothing asks for the others.
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

/** What comes with a module, its own files among it. */
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
