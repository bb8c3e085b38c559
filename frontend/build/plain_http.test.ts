import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FRONTEND = resolve(import.meta.dirname, '..');
/** Browser APIs that are missing on pages over plain HTTP, except on localhost, and that fail if used unchecked. */
const OVER_TLS_ONLY =
  /\bcrypto\.(?:randomUUID|subtle)\b|\bnavigator\.(?:serviceWorker|locks|credentials)\b|\bcookieStore\b/g;

test('no page needs what browsers have over TLS only', () => {
  const files = ['office/src', 'shared', 'storefront/src'].flatMap((folder) =>
    readdirSync(join(FRONTEND, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
  expect(files.length).toBeGreaterThan(500);
  const needs = files.flatMap((file) => {
    const source = readFileSync(join(FRONTEND, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    return (source.match(OVER_TLS_ONLY) ?? []).map((need) => `${file}: ${need}`);
  });
  expect(needs).toEqual([]);
});
