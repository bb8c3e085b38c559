// Fails if the first visit of the home page exceeds its budget, if a picture is too large, or if the script of every page contains the
// texts of one page.
import { readdir, readFile, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await read('.vite/manifest.json'));
const home = await read('pages/home.html');

check('script of the first visit, gzipped', await zipped(scriptsOf('src/pages/home/HomePage.tsx')), 105 * KB);
check('style before the first paint, gzipped', await zipped(documentSheets()), 9 * KB);
check('style of the first visit, gzipped', await zipped([...documentSheets(), ...lateSheets()]), 14 * KB);
check('fonts before the first paint', await sum(links(/href="([^"]+)" as="font"/g)), 60 * KB);
checkHeaviest('a card’s picture', await sizes(await cards()), 35 * KB);
checkHeaviest('a picture of the first slide', await sizes(firstSlide()), 90 * KB);
await checkWords();

/** The scripts of the entry, the shop and a page, with their static imports. */
function scriptsOf(page) {
  const files = new Set();
  function collect(name) {
    const { file, imports = [] } = manifest[name];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(collect);
  }
  ['index.html', 'src/shop.tsx', page].forEach(collect);
  return [...files];
}

function documentSheets() {
  return links(/<link rel="stylesheet"[^>]*href="([^"]+)"/g);
}

/**
 * The style sheets that the shop and the home page load later, by themselves or on use, without those of other pages. Sheets that the
 * document names as disabled are left out: they are in its combined sheet, and no browser loads them.
 */
function lateSheets() {
  const inDocument = new Set(links(/<link disabled rel="stylesheet"[^>]*href="([^"]+)"/g));
  const sheets = new Set();
  const seen = new Set();
  function collect(name) {
    if (seen.has(name)) return;
    seen.add(name);
    const { css = [], imports = [], dynamicImports = [] } = manifest[name];
    for (const file of css) if (!inDocument.has(file)) sheets.add(file);
    imports.forEach(collect);
    dynamicImports.filter((part) => !/^src\/pages\/(?!home\/)/.test(part)).forEach(collect);
  }
  ['index.html', 'src/shop.tsx', 'src/pages/home/HomePage.tsx'].forEach(collect);
  if (sheets.size === 0) fail('no sheet of a late part was found, so this check looks at nothing');
  console.log(`style of late parts: ${[...sheets].map((file) => file.replace('assets/', '')).join(', ')}`);
  return sheets;
}

/** The files that the home page's document links to. */
function links(pattern) {
  return [...home.matchAll(pattern)].map(([, address]) => address.slice(1));
}

async function cards() {
  const names = await readdir(new URL('images/products/', dist));
  return names.filter((name) => name.endsWith('-400.avif')).map((name) => `images/products/${name}`);
}

/** The picture of the first slide. The others are rendered without theirs. */
function firstSlide() {
  const found = home.match(/\/images\/hero\/[\w-]+\.\w+/g) ?? [];
  return [...new Set(found)].map((address) => address.slice(1));
}

/** Checks that the entry contains no paragraph of a page, because it loads with every page. */
async function checkWords() {
  const entry = await read(manifest['src/shop.tsx'].file);
  const pages = await Promise.all(
    (await readdir(new URL('pages/', dist))).map((name) => read(`pages/${name}`)),
  );
  const found = new Set(pages.flatMap(phrases).filter((phrase) => entry.includes(phrase)));
  const count = pages.flatMap(phrases).length;
  if (count < 100) fail(`only ${count} phrases were found in the pages, so this check looks at nothing`);
  for (const phrase of found) fail(`the entry carries the words of a page: “${phrase}”`);
  if (found.size === 0) console.log(`entry: none of ${count} phrases of the pages`);
}

/** The longer texts of a page, split at characters that scripts escape. The start gate's texts are left out. */
function phrases(html) {
  const whole = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const main = whole.replace(/<div [^>]*role="status">.*?<\/div>/s, '');
  const texts = [...main.matchAll(/<p[^>]*>([^<]+)/g)].map(([, text]) => text);
  return texts.flatMap((text) => text.split(/["'`\\]|&\w*#?\w+;/)).filter((phrase) => phrase.length >= 40);
}

function check(what, size, budget) {
  if (size > budget || !(size > 0)) fail(`${what}: ${size} B, the budget is ${budget} B`);
  else console.log(`${what}: ${size} of ${budget} B`);
}

function checkHeaviest(what, named, budget) {
  const [heaviest = { size: 0 }] = named.toSorted((a, b) => b.size - a.size);
  check(`${what}, at most (${heaviest.file})`, heaviest.size, budget);
}

function fail(words) {
  console.error(`OVER: ${words}`);
  process.exitCode = 1;
}

async function read(file) {
  return readFile(new URL(file, dist), 'utf8');
}

async function sizes(files) {
  return Promise.all(files.map(async (file) => ({ file, size: (await stat(new URL(file, dist))).size })));
}

async function sum(files) {
  return (await sizes(files)).reduce((total, { size }) => total + size, 0);
}

async function zipped(files) {
  const contents = await Promise.all(files.map((file) => readFile(new URL(file, dist))));
  return contents.reduce((total, content) => total + gzipSync(content, { level: 9 }).length, 0);
}
