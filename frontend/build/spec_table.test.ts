import { expect, test } from 'vitest';
import { namedTests, neverRan, tables } from './spec_table.mjs';

const sources = import.meta.glob<string>(
  ['../{shared,office/src,storefront/src}/**/*.test.{ts,tsx}', '../storefront/e2e/*.e2e.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
const named = namedTests(await tables());

/** Returns true if a file defines a test of this name and does not skip it. */
function defines(source: string, name: string): boolean {
  const place = ["'", '"', '`']
    .map((quote) => source.indexOf(`${quote}${name}${quote}`))
    .find((at) => at >= 0);
  if (place === undefined || /\bdescribe\.(skip|fixme|todo)\b/.test(source)) return false;
  const [, how] = [...source.slice(0, place).matchAll(/^\s*(test[.\w]*)[(<]/gm)].at(-1) ?? [];
  return how === 'test' || how === 'test.each';
}

test('the tables of the specification and of the security requirements name tests', () => {
  expect(named.length).toBeGreaterThan(100);
  expect(namedTests('| V1 | `frontend/storefront/src/a.test.ts › it works` |')).toEqual([
    { file: 'storefront/src/a.test.ts', name: 'it works' },
  ]);
  expect(namedTests('| Toasts | `src/a.test.ts › it works`, `../shared/ui/b.test.tsx › %s works` |')).toEqual(
    [
      { file: 'storefront/src/a.test.ts', name: 'it works' },
      { file: 'shared/ui/b.test.tsx', name: '%s works' },
    ],
  );
});

test.each(named.map(({ file, name }) => [file, name]))('%s has: %s', (file, name) => {
  const source = sources[`../${file}`] ?? '';
  expect(defines(source, name)).toBe(true);
});

test.each([
  ["test('it works', () => {", true],
  ["test.each([\n  ['test(', 1],\n])(\n  'it works',", true],
  ["test.skip('it works', () => {", false],
  ["test.each([1])('other', () => {});\ntest.todo('it works');", false],
  ["test.fixme(\n  'it works',", false],
  ["test.describe.skip('group', () => {\n  test('it works', () => {", false],
  ["test('it works not', () => {", false],
])('of %j the table believes: %s', (source, believed) => {
  expect(defines(source, 'it works')).toBe(believed);
});

test('a test that was skipped wherever it could run has shown nothing', () => {
  const rows = namedTests('| a | `src/a.test.ts › %s is $name in ${place}`, `src/b.test.ts › never` |');
  const tests = [
    { file: 'storefront/src/a.test.ts', title: 'tea is hot in Surat', ran: true },
    { file: 'storefront/src/a.test.ts', title: 'never', ran: true },
    { file: 'storefront/src/b.test.ts', title: 'never', ran: false },
    { file: 'storefront/src/b.test.ts', title: 'another', ran: true },
  ];
  expect(neverRan(rows, tests)).toEqual(['storefront/src/b.test.ts › never']);
  expect(neverRan(rows, [...tests, { file: 'storefront/src/b.test.ts', title: 'never', ran: true }])).toEqual(
    [],
  );
});

test('a test that was left out has shown nothing to a run of everything', () => {
  const rows = namedTests('| a | `src/a.test.ts › it works`, `src/b.test.ts › it works too` |');
  const tests = [{ file: 'storefront/src/a.test.ts', title: 'it works', ran: true }];
  expect(neverRan(rows, tests)).toEqual([]);
  expect(neverRan(rows, tests, true)).toEqual(['storefront/src/b.test.ts › it works too']);
});
