// Prerenders the pages that show something without data. Writes the document of each page, and the list of pages for the server. Runs after
// both builds: the browser's and the server renderer's.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { drawing, site } from './language.mjs';
import { webManifest } from './web_manifest.mjs';

/** The document of unknown paths. */
const OTHER = 'app.html';
const HEAD = /<title>.*<\/title>\s*<meta name="description"[^>]*>/;
const ROOT = '<div id="root"></div>';
/** The calls that the shop makes at its start. */
const CALL = /\s*<link rel="preload" href="(\/api\/[^"]+)"[^>]*>/g;
/** An additional call of product pages. The server fills in the id. */
const PRODUCT_CALL = '/api/v1/products/{{productId}}';
/** The module that the entry loads; see src/main.ts. */
const SHOP = 'src/shop.tsx';
/** The shop's facts for the scripts. The server fills them in. */
const FACTS = '<script type="application/json" id="shop">{{shop}}</script>';

const { documents, documentWords, language, render, sample, shop, startWords } = await import(drawing.href);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', site), 'utf8'));
const index = inLanguage(await readFile(new URL('index.html', site), 'utf8'));
const template = withShopStyles(index).replace('</body>', () => `${FACTS}</body>`);
if (!HEAD.test(template) || !template.includes(ROOT))
  throw new Error('index.html has no head or root to fill');
const calls = [...template.matchAll(CALL)].map(([, address]) => address);
const styles = await readStyles();
refuseLostModules();

/** Facts that the law requires on every page. Each footer has them. */
const lawful = [
  shop.legalName,
  shop.address[0],
  shop.phone.display,
  shop.mail.display,
  shop.foodLicence,
  shop.countryOfOrigin,
];
const pages = [];
const plain = `<title>${shop.name}</title><meta name="description" content="${shop.tagline}" /><meta name="robots" content="noindex" />`;
for (const page of documents) {
  const { pattern, open, listed } = page;
  const document = fileName(pattern);
  // oxlint-disable-next-line no-await-in-loop -- a page's head is taken before the next is drawn
  const html = open ? await drawn(page) : await framed(page);
  // oxlint-disable-next-line no-await-in-loop -- as above
  await write(document, await withOneSheet(html));
  pages.push({ pattern, document, listed, readsQuery: false });
}
const empty = template.replace(HEAD, () => plain);
await write(OTHER, await withOneSheet(inHead(withOverdue(empty), atOnce(SHOP))));
await write('manifest.webmanifest', inJson(JSON.stringify(webManifest(shop, language))));
await rm(new URL('index.html', site));
// The server takes this file as the sign of a complete build.
await write('pages.json', JSON.stringify({ shop: sample, other: OTHER, pages }, null, 1));
console.log(`${pages.length} pages drawn, ${documents.filter(({ open }) => open).length} of them whole`);

/** The frame of a page that waits for data. */
async function framed({ module, drawnAt }) {
  const { html } = await renderWithoutScript(drawnAt);
  const links = [...new Set([...stylesOf(html), ...stylesOfPage(module)])];
  return inHead(
    filled(module, html).replace(HEAD, () => plain),
    links,
  );
}

async function drawn({ page, module, drawnAt, listed }) {
  const { html, ...head } = await renderWithoutScript(drawnAt);
  if (!html.includes('<h1')) throw new Error(`${drawnAt} was drawn without its heading`);
  const isProduct = page === 'product';
  const document = filled(
    module,
    html,
    isProduct ? productAttributes() : '',
    isProduct ? [PRODUCT_CALL] : [],
  );
  const ownHead = isProduct ? productHead() : pageHead(head, drawnAt);
  return inHead(
    document.replace(HEAD, () => (listed ? ownHead : plain)),
    stylesOf(html),
  );
}

/** Sets the language of a document and its text for browsers without scripts. */
function inLanguage(html) {
  return html
    .replace(/(<html lang=")[^"]*/, (_, before) => before + language)
    .replace('<noscript>', (before) => before + escape(documentWords.noScript));
}

/** The document of a page. Everything that is not visible loads after the visible parts; see src/main.ts. */
function filled(module, html, attributes = '', ownCalls = []) {
  const modules = scriptsOf(SHOP, module).map((file) => `/${file}`);
  const later = `data-modules="${modules.join(' ')}" data-calls="${[...calls, ...ownCalls].join(' ')}"`;
  return template
    .replaceAll(CALL, '')
    .replace(ROOT, () => `<div id="root" data-drawn ${later}${attributes}>${html}</div>`);
}

async function renderWithoutScript(path) {
  const rendered = await render(path);
  if (rendered.html.includes('<script'))
    throw new Error(`${path} was drawn with a script, which no browser would run`);
  if (/class="[^"]*\bundefined\b/.test(rendered.html))
    throw new Error(`${path} names a class that no style sheet has`);
  refuseUnlawful(path, rendered.html.slice(rendered.html.indexOf('<footer')));
  return rendered;
}

function refuseUnlawful(path, foot) {
  for (const fact of lawful)
    if (!foot.includes(fact)) throw new Error(`the foot of ${path} does not say ${fact}`);
}

/**
 * Combines the style sheets of a document, because each costs a phone a round trip before the first paint. The originals stay in the
 * document, disabled, because the bundler's loader fetches sheets that it does not find.
 */
async function withOneSheet(html) {
  const links = [...html.matchAll(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g)];
  const texts = await Promise.all(links.map(([, file]) => readFile(new URL(file, site), 'utf8')));
  const text = texts.join('');
  const name = `assets/page-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
  await write(name, text);
  return links.reduce(
    (page, [link], n) =>
      page.replace(
        link,
        () => `${n === 0 ? stylesheet(name) : ''}${link.replace('<link', '<link disabled')}`,
      ),
    html,
  );
}

/** Adds the notice for a shop that does not load to a document without prerendered markup, which has no spinner to show it. */
function withOverdue(html) {
  const { overdue, retry } = startWords;
  return html.replace(ROOT, `${ROOT}<p class="overdue">${escape(overdue)} <a href="">${retry}</a></p>`);
}

function inHead(html, links) {
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

function atOnce(...names) {
  return scriptsOf(...names).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

function pageHead({ title, description, data }, path) {
  const records = data.length > 0 ? inJson(JSON.stringify(data).replaceAll('<', '\\u003c')) : '';
  return headOf({
    title: escape(title),
    description: escape(description),
    path,
    type: path.startsWith('/blog/') ? 'article' : 'website',
    image: '/images/og/shop.jpg',
    records,
  });
}

function productHead() {
  return headOf({
    title: '{{title}}',
    description: '{{description}}',
    path: '{{path}}',
    type: 'product',
    image: '{{photo}}',
    records: '{{data}}',
  });
}

function headOf({ title, description, path, type, image, records }) {
  const address = `{{site}}${path}`;
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<link rel="canonical" href="${address}" />`,
    property('site_name', shop.name),
    property('type', type),
    property('title', title),
    property('description', description),
    property('url', address),
    property('image', `{{site}}${image}`),
    property('locale', language.replace('-', '_')),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
  if (records) tags.push(`<script type="application/ld+json">${records}</script>`);
  return tags.join('\n    ');
}

/** Converts the markers of facts for JSON, where other characters are escaped, and unquotes the record that the server writes. */
function inJson(json) {
  return json
    .replaceAll(/\{\{([#^/]?)shop\./g, '{{$1json:shop.')
    .replaceAll('"{{organization}}"', '{{organization}}');
}

function property(name, content) {
  return `<meta property="og:${name}" content="${content}" />`;
}

function productAttributes() {
  const attributes = {
    'product-id': 'productId',
    'product-name': 'productName',
    'hindi-name': 'hindiName',
    tagline: 'tagline',
    photo: 'photo',
  };
  return Object.entries(attributes)
    .map(([name, token]) => ` data-${name}="{{${token}}}"`)
    .join('');
}

/** The style sheets of the rendered parts, found by their class names. The others load with their scripts. */
function stylesOf(html) {
  const used = new Set(html.match(/class="[^"]*"/g)?.flatMap((value) => value.slice(7, -1).split(' ')));
  const needed = styles.filter(
    ({ file, classes }) => !template.includes(file) && classes.some((name) => used.has(name)),
  );
  return needed.map(({ file }) => stylesheet(file));
}

/** The style sheets of a page's script, without the shop's own. */
function stylesOfPage(module) {
  return [...sheetsOf(module)].filter((file) => !template.includes(file)).map(stylesheet);
}

function stylesheet(file) {
  return `<link rel="stylesheet" crossorigin href="/${file}">`;
}

/** The style sheets of a module and its imports, imports first. */
function sheetsOf(name) {
  const files = new Set();
  (function collect({ css = [], imports = [] }) {
    for (const imported of imports) collect(manifest[imported]);
    for (const file of css) files.add(file);
  })(manifest[name]);
  return files;
}

async function readStyles() {
  const files = (await readdir(new URL('assets/', site))).filter((file) => file.endsWith('.css')).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const file = `assets/${name}`;
      const text = await readFile(new URL(file, site), 'utf8');
      return { file, classes: [...text.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, found]) => found) };
    }),
  );
}

/** The scripts of these modules and their static imports, without those of the entry. */
function scriptsOf(...names) {
  const files = new Set();
  function collect(chunk) {
    if (files.has(chunk.file) || template.includes(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(manifest[imported]);
  }
  for (const name of names) collect(manifest[name]);
  return [...files];
}

/** Adds the shop's own styles before those of its pages, which may override them. */
function withShopStyles(html) {
  const files = [...sheetsOf(SHOP)].filter((file) => !html.includes(file));
  return inHead(html, files.map(stylesheet));
}

function refuseLostModules() {
  const lost = documents.filter(({ module }) => !manifest[module]);
  if (lost.length > 0) throw new Error(`no module was built for ${lost.map(({ page }) => page).join(', ')}`);
}

/** The file of a page's document. A list and its items have two. */
function fileName(pattern) {
  const list = pattern.replace('/:id', '');
  const isListed = list !== pattern && documents.some((other) => other.pattern === list);
  const name = (isListed ? pattern.replace(':id', 'one') : list).replaceAll('/', '-').slice(1);
  const file = `pages/${name || 'home'}.html`;
  if (pages.some(({ document }) => document === file)) throw new Error(`two pages would be ${file}`);
  return file;
}

async function write(name, text) {
  const file = new URL(name, site);
  await mkdir(new URL('./', file), { recursive: true });
  await writeFile(file, text);
}

function escape(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character]);
}
