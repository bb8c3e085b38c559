import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

/** The widths in pixels at which a layout may change. Custom properties do not work in media queries. */
const BREAKPOINTS = new Set([560, 760, 900, 1100]);
/** The width above which the hero fades out, because its largest picture ends. */
const LARGEST_PICTURE = 1920;

/** The shop's sources and the shared ones, which use the same scales. */
const folders = [import.meta.dirname, join(import.meta.dirname, '../../shared')];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);
const isTokens = (file: string) => basename(file) === 'tokens.css';
const sheets = files.filter((file) => file.endsWith('.css') && !isTokens(file));
const sources = files.filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\./.test(file));
const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

/** Matches of a pattern in these files that are not allowed, with their file. */
function others(among: readonly string[], pattern: RegExp, isAllowed: (found: string) => boolean): string[] {
  return among.flatMap((file) =>
    [...textOf(file).matchAll(pattern)]
      .map(([whole, found = whole]) => found.trim())
      .filter((found) => !isAllowed(found))
      .map((found) => `${file}: ${found}`),
  );
}

/** Names of spacing steps: single ones, combined ones, and the safe areas of phones. */
const STEP = /var\(--(?:space-\d|gutter|section|overlaid|edge)\)|env\(safe-area-inset-\w+\)/g;
/** A step, multiples of steps, or a part of the font size or of the box. */
const SPACE = /^(?:0|auto|step|-?[\d.]+(?:em|%|vh|vw)|calc\((?:-?\d \*|(?:1lh|step) \+) step\))$/;

function isSpace(value: string): boolean {
  const parts = value.replaceAll(STEP, 'step').match(/calc\([^)]*\)|[^\s]+/g) ?? [];
  return parts.every((part) => SPACE.test(part));
}

test('the sheets are looked at', () => {
  expect(sheets.length).toBeGreaterThan(80);
  expect(others(sheets, /font-size:([^;]+);/g, () => false).length).toBeGreaterThan(80);
});

test('every colour is one of tokens.css', () => {
  expect(others(sheets, /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\([^)]*\)/gi, () => false)).toEqual([]);
});

test('no text has the colour of lines, whose contrast of 4.47:1 is too low for it', () => {
  expect(others(sheets, /(?<![\w-])color: *var\(--line\)/g, () => false)).toEqual([]);
});

test('every size of type is a step of the scale, or a part of what it stands in', () => {
  const isStep = (size: string) => /^var\(--(text|heading)-\d\)$|^0\.\d+em$|^inherit$/.test(size);
  expect(others(sheets, /font-size:([^;]+);/g, isStep)).toEqual([]);
  const isShorthand = (font: string) => /^(\d{3} )?var\(--(text|heading)-\d\)|^inherit$/.test(font);
  expect(others(sheets, /[\s{]font:([^;]+);/g, isShorthand)).toEqual([]);
});

test('pages change at four widths', () => {
  const isBreakpoint = (query: string) => {
    const [, end, width] = query.match(/(max|min)-width: (\d+)px/) ?? [];
    const last = Number(width) - (end === 'min' ? 1 : 0);
    return BREAKPOINTS.has(last) || last === LARGEST_PICTURE;
  };
  expect(others(sources, /\((?:max|min)-width[^)]*\)/g, isBreakpoint)).toEqual([]);
  expect(others(sources, /@media[^{]*\b(?:width|device-width)\s*[<>=]/g, () => false)).toEqual([]);
});

test('every margin, padding and gap is a step of space, a multiple of one, or a part of what it stands in', () => {
  const distance = /(?<![\w-])(?:scroll-)?(?:margin|padding|(?:row-|column-)?gap)(?:-[a-z-]+)?:([^;}]+)/g;
  expect(others(sheets, distance, () => false).length).toBeGreaterThan(500);
  expect(others(sheets, distance, isSpace)).toEqual([]);
});

test('the steps of space are eight and those of type seven, and all of them are used', () => {
  const tokens = files.filter(isTokens).map(textOf).join('');
  const all = sheets.map(textOf).join('');
  for (const [scale, steps] of Object.entries({ space: 8, text: 7 })) {
    const defined = tokens.match(new RegExp(`--${scale}-\\d(?=:)`, 'g')) ?? [];
    expect(defined).toHaveLength(steps);
    expect(defined.filter((step) => !all.includes(`var(${step})`))).toEqual([]);
  }
});

test('every custom property that is used is defined', () => {
  const known = new Set(
    files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => textOf(file).match(/--[\w-]+(?=:)/g) ?? []),
  );
  expect(others(sheets, /var\((--[\w-]+)/g, (name) => known.has(name))).toEqual([]);
});
