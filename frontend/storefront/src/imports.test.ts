import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

type Sources = Readonly<Record<string, string>>;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([.#][^']+)'|import\.meta\.glob[^(]*\('(\.[^']+)'/g;

/** The files that each file imports: at once, late, as types, or by a pattern. */
function importsOf(sources: Sources): Map<string, string[]> {
  const files = Object.keys(sources);
  const found = (from: string, path: string) => {
    const near = path.startsWith('#') ? inLanguage(path) : posix.join(posix.dirname(from), path);
    const pattern = near.replaceAll(/[.()[\]]/g, String.raw`\$&`);
    const fits = new RegExp(`^${pattern.replaceAll('*', '[^/]*')}(\\.tsx?)?$`);
    return files.filter((file) => fits.test(file));
  };
  return new Map(
    files.map((file) => {
      const paths = [...(sources[file] ?? '').matchAll(IMPORT)].map(([, path, glob]) => path ?? glob ?? '');
      return [file, paths.flatMap((path) => found(file, path))];
    }),
  );
}

/** What is imported by the name that every language has for it, as English has it. */
const inLanguage = (path: string) => path.replace(/^#(\w+)/, '$1/en');

/** A way from a file back to itself; none where nothing imports what imports it. */
function circleIn(sources: Sources): string[] | undefined {
  const imports = importsOf(sources);
  const done = new Set<string>();
  function walk(file: string, way: readonly string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const imported of imports.get(file) ?? []) {
      const circle = walk(imported, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  }
  for (const file of imports.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return undefined;
}

test('no file imports, at once or late, what imports it', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\./.test(file));
  const sources = Object.fromEntries(
    files.map((file) => [file, readFileSync(posix.join(folder, file), 'utf8')]),
  );
  const imports = importsOf(sources);
  expect(imports.get('routes.tsx')).toContain('pages/home/HomePage.tsx');
  expect(imports.get('shop.tsx')).toContain('routes.tsx');
  expect(imports.get('chrome/TopBar.tsx')).toContain('words/en/chrome.ts');
  expect(circleIn(sources)).toBeUndefined();
});

test.each([
  ['at once', "import { b } from './b';"],
  ['late', "const b = () => import('./b');"],
  ['as types', "import type { B } from './b';"],
  ['by a pattern', "const all = import.meta.glob('./b*.ts');"],
  ['for what it does', "import './b';"],
])('a circle of imports %s is found', (_, line) => {
  const round = { 'a.ts': line, 'b.ts': "export { c } from './c';", 'c.ts': "import { a } from './a';" };
  expect(circleIn(round)).toEqual(['a.ts', 'b.ts', 'c.ts', 'a.ts']);
  expect(circleIn({ ...round, 'c.ts': '' })).toBeUndefined();
});
