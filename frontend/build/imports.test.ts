import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { expect, test } from 'vitest';

type Sources = Readonly<Record<string, string>>;

const FRONTEND = resolve(import.meta.dirname, '..');
/** The source folder of each package. Apps may import `shared`; no package may import an app. */
const FOLDERS: Readonly<Record<string, string>> = {
  shared: 'shared',
  storefront: 'storefront/src',
  office: 'office/src',
};
const APPS = new Set(Object.keys(FOLDERS).filter((name) => name !== 'shared'));
/** The folders of `shared` that each folder may import. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  ui: ['words'],
  forms: ['request'],
  request: [],
  rules: ['words'],
  words: [],
};

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'|import\.meta\.glob[^(]*\('(\.[^']+)'/g;

/** Returns the names that a file imports: static, dynamic, type and glob imports. */
function namesIn(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, path, glob]) => path ?? glob ?? '');
}

/** Returns the path of an import without its extension. The name of an npm package stays as it is. */
function targetOf(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
  if (name.startsWith('#')) return inEnglish(packageOf(from), name);
  return name;
}

/** Resolves a `#` import to its English file. */
function inEnglish(owner: string, name: string): string {
  const imports = importsOfPackage(owner);
  const path = name.split('/').slice(1).join('/');
  const target = imports[name] ?? imports[name.replace(/\/.*/, '/*')] ?? '';
  const place = target.replace('*', path).replace(/\.ts$/, '');
  return target.startsWith('.') ? posix.join(owner, place) : place;
}

function importsOfPackage(owner: string): Readonly<Record<string, string>> {
  const file = resolve(FRONTEND, owner, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).imports ?? {}) : {};
}

function packageOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** Returns the files that each file imports. */
function importsOf(sources: Sources): Map<string, string[]> {
  const files = Object.keys(sources);
  const found = (from: string, name: string) => {
    const pattern = targetOf(from, name).replaceAll(/[.()[\]]/g, String.raw`\$&`);
    const fits = new RegExp(`^${pattern.replaceAll('*', '[^/]*')}(\\.tsx?)?$`);
    return files.filter((file) => fits.test(file));
  };
  return new Map(
    files.map((file) => [file, namesIn(sources[file] ?? '').flatMap((name) => found(file, name))]),
  );
}

/** Returns an import cycle, if there is one. */
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

/** Returns all forbidden imports: of an app, out of a package by a relative path, or between folders of `shared`. */
function wrongWays(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, source]) =>
    namesIn(source)
      .filter((name) => isWrong(file, name))
      .map((name) => `${file} imports ${name}`),
  );
}

function isWrong(file: string, name: string): boolean {
  const target = targetOf(file, name);
  const [from, to] = [packageOf(file), packageOf(target)];
  if (from !== to) return APPS.has(to) || name.startsWith('.');
  if (from !== 'shared') return false;
  const [[, own = ''], [, other = '']] = [file.split('/'), target.split('/')];
  return own !== other && own in ARROWS && !ARROWS[own]?.includes(other);
}

/** Returns the sources of all packages, without tests. */
function allSources(): Sources {
  const folders = Object.values(FOLDERS).filter((folder) => existsSync(resolve(FRONTEND, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(resolve(FRONTEND, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      posix.join(folder, file.replaceAll('\\', '/')),
    ),
  );
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|gen|config)\.|node_modules/.test(file),
  );
  return Object.fromEntries(sources.map((file) => [file, readFileSync(resolve(FRONTEND, file), 'utf8')]));
}

test('no file imports, at once or late, what imports it', () => {
  const sources = allSources();
  const imports = importsOf(sources);
  expect(imports.get('storefront/src/routes.tsx')).toContain('storefront/src/pages/home/HomePage.tsx');
  expect(imports.get('storefront/src/shop.tsx')).toContain('storefront/src/routes.tsx');
  expect(imports.get('storefront/src/chrome/TopBar.tsx')).toContain('storefront/src/words/en/chrome.ts');
  expect(imports.get('storefront/src/ui/Dialog.tsx')).toContain('shared/ui/Dialog.tsx');
  expect(imports.get('storefront/src/forms/refusal.ts')).toContain('shared/words/en/language.ts');
  expect(imports.get('shared/ui/Dialog.tsx')).toContain('shared/words/en/controls.ts');
  expect(imports.get('office/src/routes.tsx')).toContain('office/src/pages/orders/OrdersPage.tsx');
  expect(imports.get('office/src/ui/Dialog.tsx')).toContain('shared/ui/Dialog.tsx');
  expect(circleIn(sources)).toBeUndefined();
});

test('apps import shared code, never each other, and shared code no app; its parts keep their order', () => {
  expect(wrongWays(allSources())).toEqual([]);
});

test('shared code knows no shop', () => {
  const shared = Object.entries(allSources()).filter(([file]) => packageOf(file) === 'shared');
  const shop = /\b(?:shop|cart|checkout|product)(?:per)?s?\b/i;
  expect(shared.length).toBeGreaterThan(30);
  expect(shared.filter(([, source]) => shop.test(source)).map(([file]) => file)).toEqual([]);
});

test('every folder that is shared has its place in the order', () => {
  const folders = readdirSync(resolve(FRONTEND, 'shared'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(Object.keys(ARROWS).toSorted());
});

test.each([
  ['storefront/src/a.ts', "import { b } from 'office/src/b';"],
  ['storefront/src/a.ts', "import { b } from '../../office/src/b';"],
  ['storefront/src/a.ts', "import { b } from '../../shared/ui/b';"],
  ['office/src/a.ts', "const b = () => import('storefront/src/b');"],
  ['shared/ui/a.ts', "import type { B } from 'storefront/src/b';"],
  ['shared/ui/a.ts', "import { b } from '../../storefront/src/b';"],
  ['shared/ui/a.ts', "import { b } from '../forms/b';"],
  ['shared/ui/a.ts', "import { b } from '../rules/b';"],
  ['shared/rules/a.ts', "import { b } from '../ui/b';"],
  ['shared/request/a.ts', "import { b } from '#words/b';"],
])('%s must not say: %s', (file, source) => {
  expect(wrongWays({ [file]: source })).toHaveLength(1);
});

test.each([
  ['storefront/src/a.ts', "import { b } from 'shared/ui/b';"],
  ['storefront/src/a.ts', "import { b } from '#words/controls';"],
  ['office/src/a.ts', "import { b } from 'shared/forms/b';"],
  ['shared/ui/a.ts', "import { b } from '#words/b';\nimport { c } from './c';\nimport { d } from 'react';"],
  ['shared/forms/a.ts', "import { b } from '../request/b';"],
])('%s may say: %s', (file, source) => {
  expect(wrongWays({ [file]: source })).toEqual([]);
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
