// Which language is built, and how its words and its content are found.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where words and content are: those of the shop, and the words of what the apps share. No name is in both. */
const places = ['../src', '../../shared'].map((place) => resolve(import.meta.dirname, place));
/** The language that is sold in, and in which every other one finds what it must say. */
const OWN = 'en';
/** English in letters that nobody writes: what is read in plain letters there would be English everywhere. */
const PSEUDO = 'pseudo';
/** Hindi to `Intl`, so that English of its making is seen too; the rest is private. */
const PSEUDO_TAG = 'hi-x-pseudo';
const PSEUDO_MODULE = /^\0pseudo:(words|content)\/(.+)$/;

/** A folder of the shop's `words`, or `pseudo`. */
const language = process.env.SHOP_LANGUAGE ?? OWN;
export const siteFolder = siteFolderOf(language);
export const drawingFolder = `node_modules/.prerender-${language}`;
/** Where both are, as files. */
export const site = new URL(`../${siteFolder}/`, import.meta.url);
export const drawing = new URL(`../${drawingFolder}/entry_server.js`, import.meta.url);

/** Where the site in a language is written. What is not the shop's own language is not sent anywhere yet. */
export function siteFolderOf(name) {
  return name === OWN ? 'dist' : `node_modules/.site-${name}`;
}

/** What stands for the shop's facts where a site is built: what documents bring, or marks where it is drawn. */
let shopFacts;

/** Answers what `package.json` answers in English: `#words/cart` is the cart's words in the language that is built. */
export const wordsOfLanguage = {
  name: 'words-of-language',
  enforce: 'pre',
  configResolved({ command, build }) {
    const place = build.ssr ? 'drawn/shop_markers.ts' : 'content/sent_shop.ts';
    shopFacts = command === 'build' ? resolve(places[0], place) : undefined;
  },
  resolveId(source) {
    const [, kind, path] = /^#(words|content)\/(.+)$/.exec(source) ?? [];
    if (!path) return undefined;
    if (language === PSEUDO) return `\0${PSEUDO}:${kind}/${path}`;
    if (isShop(kind, path)) return shopFacts;
    if (language === OWN) return undefined;
    const own = fileOf(kind, language, path);
    // Content may be left as it is; words must all be there.
    return kind === 'words' || existsSync(own) ? own : fileOf(kind, OWN, path);
  },
  load(id) {
    const [, kind, path] = PSEUDO_MODULE.exec(id) ?? [];
    if (path === 'language') return `export const language = '${PSEUDO_TAG}';`;
    const file = (isShop(kind, path) && shopFacts) || (path && fileOf(kind, OWN, path));
    return file && pseudoModule(file, kind === 'words' ? 'pseudo' : 'content');
  },
};

function isShop(kind, path) {
  return kind === 'content' && path === 'shop';
}

function fileOf(kind, folder, path) {
  const isThere = (place) => existsSync(resolve(place, kind, OWN, `${path}.ts`));
  return resolve(places.find(isThere) ?? places[0], kind, folder, `${path}.ts`);
}

/** What an English module exports, made another by a function of `pseudo.mjs`. */
function pseudoModule(file, make) {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  return [
    `import * as english from ${JSON.stringify(file)};`,
    `import { ${make} as make } from ${JSON.stringify(resolve(import.meta.dirname, 'pseudo.mjs'))};`,
    `export const { ${names.join(', ')} } = make({ ...english });`,
  ].join('\n');
}
