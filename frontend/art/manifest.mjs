// The manifest records the sources of every committed picture. It needs no package, so that the shop's own checks can read it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ART = fileURLToPath(new URL('./', import.meta.url));
const MANIFEST = `${ART}manifest.json`;

/** The shop's public files. */
export const PUBLIC = fileURLToPath(new URL('../storefront/public/', import.meta.url));

const hashOf = (...contents) => {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 16);
};

/* Returns a module and everything it imports from this folder. */
function closure(module, found = new Set()) {
  if (found.has(module)) return found;
  found.add(module);
  for (const [, spec] of readFileSync(ART + module, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g))
    closure(posix.join(posix.dirname(module), spec), found);
  return found;
}

const hashes = new Map();
/** Returns the hash of a picture's sources: its module, its imports, and publish.mjs. */
export function sourcesHash(module) {
  if (!hashes.has(module)) {
    const files = [...closure(module), 'publish.mjs'].toSorted();
    hashes.set(module, hashOf(...files.map((file) => readFileSync(ART + file))));
  }
  return hashes.get(module);
}

const pictureHash = (file) => hashOf(readFileSync(PUBLIC + file));

/** Reads the entries by picture name: the module that draws it, the hash of its sources, and the hashes of its files. */
export const readManifest = () => JSON.parse(readFileSync(MANIFEST, 'utf8'));

export function writeManifest(entries) {
  const sorted = Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(MANIFEST, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
}

/** Builds the entry of a picture from its files in the public folder. */
export const entryOf = (source, files) => ({
  source,
  sources: sourcesHash(source),
  files: Object.fromEntries(files.toSorted().map((file) => [file, pictureHash(file)])),
});

/* Returns false if sources are missing. */
function isDrawnBy(source, hash) {
  try {
    return sourcesHash(source) === hash;
  } catch {
    return false;
  }
}

/* Returns the modules whose sources changed, with the pictures that they drew. */
function changedSources(entries) {
  const changed = Object.entries(entries).filter(([, { source, sources }]) => !isDrawnBy(source, sources));
  return [...new Set(changed.map(([, { source }]) => source))].map((source) => {
    const drawn = changed.filter(([, entry]) => entry.source === source).map(([name]) => name);
    return `${source}, or what it imports, has changed since it drew ${drawn.join(', ')}`;
  });
}

const committed = () =>
  readdirSync(PUBLIC, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.\w+$/.test(file));

/** Returns all differences between the sources, the manifest and the committed pictures. */
export function faultsOf(entries) {
  const files = new Map(Object.values(entries).flatMap((entry) => Object.entries(entry.files)));
  const present = committed();
  return [
    ...changedSources(entries),
    ...[...files.keys()].filter((file) => !present.includes(file)).map((file) => `${file} is missing`),
    ...present.filter((file) => !files.has(file)).map((file) => `${file} was drawn by nothing here`),
    ...present
      .filter((file) => files.has(file) && files.get(file) !== pictureHash(file))
      .map((file) => `${file} is not the picture that was drawn`),
  ];
}
