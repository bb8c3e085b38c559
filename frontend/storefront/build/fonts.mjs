// Subsets the fonts to the characters of the shop and writes them to src/fonts, which is committed. Run `npm run fonts` after changing a
// Hindi word in src/pages/home/hero_slides.ts, src/pages/home/Ingredients.tsx or src/content/en/shop.ts.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const packages = new URL('../../node_modules/', import.meta.url);
const target = new URL('../src/fonts/', import.meta.url);

const rozha = (script) => `@fontsource/rozha-one/files/rozha-one-${script}-400-normal.woff2`;
const anek = (script) => `@fontsource-variable/anek-latin/files/anek-latin-${script}-wght-normal.woff2`;

/** Joins two letters. One word with it adds every joined form of all letters in the subset: 11 kB instead of 2 and 2. */
const VIRAMA = '\u094d';

/** The rupee sign is in neither `latin` file. Without its own subset, one price loads 36 to 73 kB. */
const rupee = '₹';
/** The characters of the shop's own texts. */
const latin = range(0x20, 0x7e) + '\u00a0©®°µ·×½–—‘’“”•…−→';
/** More characters for customers' names. Their own subset, because few visits need its 16 kB. */
const accented = [...range(0xa1, 0xff)].filter((letter) => !latin.includes(letter)).join('');
/** Kerning, marks, joined letters and tabular figures, without fractions and small caps. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'calt', 'tnum'];
const anekCut = { variationAxes: { wght: { min: 400, max: 700 } }, keepFeatures };
/** Hinting is for low-resolution screens. It doubles the size, and this font is never small. */
const rozhaCut = { noHinting: true };

await cut(rozha('latin'), 'rozha-latin', latin, rozhaCut);
await cut(rozha('latin'), 'rozha-accented', accented, rozhaCut);
await cut(rozha('devanagari'), 'rozha-rupee', rupee, rozhaCut);
const words = await hindiOfTheShop();
const joined = words.filter((word) => word.includes(VIRAMA));
await cut(
  rozha('devanagari'),
  'rozha-brand-hindi',
  words.filter((word) => !joined.includes(word)).join(' '),
  rozhaCut,
);
await cut(rozha('devanagari'), 'rozha-joined-hindi', joined.join(' '), rozhaCut);
await cut(rozha('devanagari'), 'rozha-devanagari', range(0x900, 0x97f) + range(0x200c, 0x200d), rozhaCut);
await cut(anek('latin'), 'anek-latin', latin, anekCut);
await cut(anek('latin'), 'anek-accented', accented, anekCut);
await cut(anek('latin-ext'), 'anek-rupee', rupee, anekCut);

async function cut(source, name, text, options) {
  const original = await readFile(new URL(source, packages));
  const subset = await subsetFont(original, text, { targetFormat: 'woff2', ...options });
  await writeFile(new URL(`${name}.woff2`, target), subset);
  console.log(`${name}.woff2 ${subset.length} B`);
}

async function hindiOfTheShop() {
  const files = ['pages/home/hero_slides.ts', 'pages/home/Ingredients.tsx', 'content/en/shop.ts'];
  const texts = await Promise.all(
    files.map((file) => readFile(new URL(`../src/${file}`, import.meta.url), 'utf8')),
  );
  return [...new Set(texts.flatMap((text) => text.match(/(?:[\u0900-\u097f]|\u200c|\u200d)+|·/g)))];
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
