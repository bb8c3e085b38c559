// Fails when the first visit of the home page costs more than the budget: the entry with everything it imports
// statically, and the home page's own chunk.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const BUDGET = { js: 105_000, css: 15_000 };
const dist = new URL('../dist/', import.meta.url);

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));
const scripts = new Set();
const styles = new Set();

function collect(name) {
  const chunk = manifest[name];
  if (scripts.has(chunk.file)) return;
  scripts.add(chunk.file);
  for (const style of chunk.css ?? []) styles.add(style);
  for (const imported of chunk.imports ?? []) collect(imported);
}

async function zipped(files) {
  const contents = await Promise.all([...files].map((file) => readFile(new URL(file, dist))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
}

collect('index.html');
collect('src/pages/home/HomePage.tsx');
const sizes = { js: await zipped(scripts), css: await zipped(styles) };
for (const kind of ['js', 'css']) {
  const verdict = sizes[kind] <= BUDGET[kind] ? 'within' : 'OVER';
  console.log(`${kind}: ${sizes[kind]} B gzipped, ${verdict} the budget of ${BUDGET[kind]} B`);
  if (sizes[kind] > BUDGET[kind]) process.exitCode = 1;
}
