// The language of the build, and the resolution of its texts and content.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folders with texts and content: the shop's and the shared ones. No name is in both. */
const places = ['../src', '../../shared'].map((place) => resolve(import.meta.dirname, place));
/** The shop's language, which is the fallback for the content of others. */
const OWN = 'en';
/** English in marked letters, for tests: plain letters on a page are untranslated texts. */
const PSEUDO = 'pseudo';
/** Hindi for `Intl`, so that English formats are noticed, too; the rest of the tag is private. */
const PSEUDO_TAG = 'hi-x-pseudo';
const PSEUDO_MODULE = /^\0pseudo:(words|content)\/(.+)$/;

/** A folder of the shop's `words`, or `pseudo`. */
const language = process.env.SHOP_LANGUAGE ?? OWN;
export const siteFolder = siteFolderOf(language);
export const drawingFolder = `node_modules/.prerender-${language}`;
/** The URLs of both. */
export const site = new URL(`../${siteFolder}/`, import.meta.url);
export const drawing = new URL(`../${drawingFolder}/entry_server.js`, import.meta.url);

/** The folder of a language's site. Only the shop's own language is deployed so far. */
export function siteFolderOf(name) {
  return name === OWN ? 'dist' : `node_modules/.site-${name}`;
}

/** The module that replaces the shop's sample facts in a build: facts from the document, or markers for prerendering. */
let shopFacts;

/** Resolves the imports of `package.json` for the language of the build: `#words/cart` is the cart's texts in that language. */
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
    // Content may be untranslated; words must be complete.
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

/** A module with the exports of an English one, converted by a function of `pseudo.mjs`. */
function pseudoModule(file, make) {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  return [
    `import * as english from ${JSON.stringify(file)};`,
    `import { ${make} as make } from ${JSON.stringify(resolve(import.meta.dirname, 'pseudo.mjs'))};`,
    `export const { ${names.join(', ')} } = make({ ...english });`,
  ].join('\n');
}
