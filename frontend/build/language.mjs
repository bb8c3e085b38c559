// Which language is built, and how its words and its content are found.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const frontend = resolve(import.meta.dirname, '..');
/** The language that is sold in, and in which every other one finds what it must say. */
const OWN = 'en';
/** English in letters that nobody writes: what is read in plain letters there would be English everywhere. */
const PSEUDO = 'pseudo';
/** Hindi to `Intl`, so that English of its making is seen too; the rest is private. */
const PSEUDO_TAG = 'hi-x-pseudo';

/** A folder of `src/words`, or `pseudo`. */
const builtLanguage = process.env.SHOP_LANGUAGE ?? OWN;
const suffix = builtLanguage === OWN ? '' : `-${builtLanguage}`;
/** The site, and the program that draws its pages. What is not the shop's own language is not sent anywhere yet. */
export const siteFolder = suffix ? `node_modules/.site${suffix}` : 'dist';
export const drawingFolder = `node_modules/.prerender${suffix}`;
/** The site's address as a file. */
export const site = new URL(`../${siteFolder}/`, import.meta.url);
export const drawing = new URL(`../${drawingFolder}/entry_server.js`, import.meta.url);

/** Answers what `package.json` answers in English: `#words/cart` is the cart's words in the language that is built. */
export const wordsOfLanguage = {
  name: 'words-of-language',
  enforce: 'pre',
  resolveId(source) {
    const [, kind, path] = /^#(words|content)\/(.+)$/.exec(source) ?? [];
    if (!path || builtLanguage === OWN) return undefined;
    if (builtLanguage === PSEUDO && kind === 'words') return `\0${PSEUDO}:${path}`;
    const [own, english] = [builtLanguage, OWN].map((folder) =>
      resolve(frontend, `src/${kind}/${folder}/${path}.ts`),
    );
    // Content may be left as it is; words must all be there.
    return kind === 'words' || existsSync(own) ? own : english;
  },
  load(id) {
    const [, path] = id.match(new RegExp(`^\0${PSEUDO}:(.+)$`)) ?? [];
    if (path === 'language') return `export const language = '${PSEUDO_TAG}';`;
    return path && pseudoModule(resolve(frontend, `src/words/${OWN}/${path}.ts`));
  },
};

function pseudoModule(file) {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  return [
    `import * as english from ${JSON.stringify(file)};`,
    `import { pseudo } from ${JSON.stringify(resolve(import.meta.dirname, 'pseudo.mjs'))};`,
    `export const { ${names.join(', ')} } = pseudo({ ...english });`,
  ].join('\n');
}
