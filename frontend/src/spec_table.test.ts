import { expect, test } from 'vitest';
import readme from '../README.md?raw';

const sources = import.meta.glob<string>(['./**/*.test.{ts,tsx}', '../e2e/*.e2e.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const named = [...readme.matchAll(/`(src|e2e)\/([\w./]+) › (.+?)`(?=[,;| ])/g)];

test('the table of the specification names tests', () => {
  expect(named.length).toBeGreaterThan(100);
});

test.each(named.map(([, folder, file, name]) => [folder, file, name]))(
  '%s/%s has: %s',
  (folder, file, name) => {
    const source = sources[folder === 'src' ? `./${file}` : `../e2e/${file}`] ?? '';
    const literals = ["'", '"', '`'].map((quote) => `${quote}${name}${quote}`);
    expect(literals.some((literal) => source.includes(literal))).toBe(true);
  },
);
