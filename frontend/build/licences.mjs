// Checks the licences of all packages in the lock files against the accepted ones.
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../..');
const locks = ['frontend', 'deploy/k8s/tests/custom_resources'];

/** The licences of packages that are served to shoppers. They only require to name the authors. */
const shipped = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);
/** The licences of packages that only build and test. Fonts and data may be distributed under their licence. */
const tools = new Set([
  ...shipped,
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** The licences of packages that are only in a LICENSE file, not in package.json. */
const unnamed = new Map([['parse-cache-control', 'BSD-3-Clause']]);

/** Returns true if these licences satisfy an SPDX expression of names, AND and OR. */
export function isAllowed(expression, allowed) {
  const either = expression.replaceAll(/[()]/g, '').split(' OR ');
  return either.some((all) => all.split(' AND ').every((name) => allowed.has(name.trim())));
}

/** Returns true for the lock file's own folder and its workspaces, which come from no registry. */
function isOwn({ packages }, path) {
  return path === '' || (packages[''].workspaces ?? []).includes(path);
}

/** Returns the problems of the packages in a lock file. */
export function breaches(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link, resolved }]) => !isOwn(lock, link ? resolved : path))
    .flatMap(([path, { license, dev, resolved, integrity, link }]) => {
      const name = path.split('node_modules/').at(-1);
      const found = license ?? unnamed.get(name) ?? 'no licence';
      return [
        !isAllowed(found, dev ? tools : shipped) && `${name}: ${found}`,
        resolved && !resolved.startsWith('https://registry.npmjs.org/') && `${name} comes from ${resolved}`,
        (link || !integrity) && `${name} has no hash`,
      ].filter(Boolean);
    });
}

if (process.argv[1] === import.meta.filename) {
  for (const folder of locks) {
    const file = resolve(checkout, folder, 'package-lock.json');
    for (const breach of breaches(JSON.parse(await readFile(file, 'utf8')))) {
      console.error(`${relative(checkout, file)}: ${breach}`);
      process.exitCode = 1;
    }
  }
}
