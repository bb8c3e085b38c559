import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FRONTEND = resolve(import.meta.dirname, '..');
const FOLDERS = ['build', 'office/src', 'shared', 'storefront/src'];
/** Waits that give up after a second (`vi.waitFor`, `expect.poll`), and timeouts that a test sets itself. */
const OWN_BOUND = /\bvi\.wait(?:For|Until)\(|\bexpect\.poll\(|\btimeout: ?\w+/g;

test('unit tests wait as long as test_setup.ts says, and set no bound of their own', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(FRONTEND, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  ).filter((file) => file !== 'build/waits.test.ts');
  expect(files.length).toBeGreaterThan(100);
  const bounds = files.flatMap((file) => {
    const found = readFileSync(join(FRONTEND, file), 'utf8').match(OWN_BOUND) ?? [];
    return found.map((bound) => `${file}: ${bound}`);
  });
  expect(bounds).toEqual([]);
});
