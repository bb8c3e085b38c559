// Checks the size budget of the first screen: scripts and styles of the entry, the frame and each page that may open first.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const BUDGET = 300_000;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

const pages = Object.keys(manifest).filter((name) => /^src\/pages\/.*Page\.tsx$/.test(name));
if (pages.length < 5) fail(`only ${pages.length} pages were found, so this check looks at nothing`);
for (const page of pages) {
  const size = await zipped(filesOf(page));
  const name = page.split('/').at(-1).replace('.tsx', '');
  if (size > BUDGET) fail(`${name} as the first screen: ${size} B, the budget is ${BUDGET} B`);
  else console.log(`${name} as the first screen: ${size} of ${BUDGET} B`);
}

/** Returns the files of the entry and a page, with their static imports. */
function filesOf(page) {
  const files = new Set();
  const seen = new Set();
  function collect(name) {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], imports = [] } = manifest[name];
    for (const each of [file, ...css]) files.add(each);
    imports.forEach(collect);
  }
  ['index.html', page].forEach(collect);
  return [...files];
}

async function zipped(files) {
  const contents = await Promise.all(files.map((file) => readFile(new URL(file, dist))));
  return contents.reduce((total, content) => total + gzipSync(content, { level: 9 }).length, 0);
}

function fail(words) {
  console.error(`OVER: ${words}`);
  process.exitCode = 1;
}
