import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The widths in pixels at which the layout may change, the same as in the storefront. */
const BREAKPOINTS = new Set(['560', '760', '900', '1100']);

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((file) =>
  join(import.meta.dirname, file),
);
const sheets = files.filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'));
const tokens = [
  join(import.meta.dirname, 'tokens.css'),
  join(import.meta.dirname, '../../shared/tokens.css'),
];
const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

/** Returns all matches of the pattern in the style sheets that are not allowed, with their files. */
function others(pattern: RegExp, isAllowed: (found: string) => boolean): string[] {
  return sheets.flatMap((file) =>
    [...textOf(file).matchAll(pattern)]
      .map(([whole, found = whole]) => found.trim())
      .filter((found) => !isAllowed(found))
      .map((found) => `${file}: ${found}`),
  );
}

test('the sheets are looked at', () => {
  expect(sheets.length).toBeGreaterThan(20);
});

test('every colour is one of tokens.css', () => {
  expect(others(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\([^)]*\)/gi, () => false)).toEqual([]);
});

test('every size of type is a step of the scale', () => {
  const isStep = (size: string) => /^(\d{3} )?var\(--(text|heading)-(\d|dense)\)|^inherit$/.test(size);
  expect(others(/font-size:([^;]+);/g, isStep)).toEqual([]);
  expect(others(/[\s{]font:([^;]+);/g, isStep)).toEqual([]);
});

test('every margin, padding and gap is a step of space, several of them, or a size on paper', () => {
  const isSpace = (value: string) =>
    value
      .replaceAll(/var\(--space-\d\)|env\(safe-area-inset-bottom\)/g, 'step')
      .split(/(?![^(]*\)) /)
      .every((part) => /^(?:0|auto|step|\d+mm|calc\((?:-?\d \* step|step \+ step)\))$/.test(part));
  const distance = /(?<![\w-])(?:scroll-)?(?:margin|padding|(?:row-|column-)?gap)(?:-[a-z-]+)?:([^;}]+)/g;
  expect(others(distance, isSpace)).toEqual([]);
});

test('pages change at four widths', () => {
  expect(others(/\((?:max|min)-width: (\d+)px\)/g, (width) => BREAKPOINTS.has(width))).toEqual([]);
});

test('every custom property that is used is defined', () => {
  const known = new Set(tokens.flatMap((file) => textOf(file).match(/--[\w-]+(?=:)/g) ?? []));
  expect(others(/var\((--[\w-]+)/g, (name) => known.has(name))).toEqual([]);
});
