import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const frontend = resolve(import.meta.dirname, '..');
const lint = new ESLint({ cwd: frontend });

/** Returns the problems that the check finds in a built script. */
async function wrong(script: string): Promise<string[]> {
  const filePath = resolve(frontend, 'office/dist/assets/Page-12345678.js');
  const [result] = await lint.lintText(script, { filePath });
  return result?.messages.map(({ message }) => message) ?? ['was not looked at'];
}

test.each([
  ['[2,1].toSorted()'],
  ['e.toSpliced(1,1)'],
  ['e.with(0,1)'],
  ['Object.groupBy(e,t)'],
  ['Promise.withResolvers()'],
  ['Array.fromAsync(e)'],
  ['AbortSignal.timeout(15e3)'],
  ['URL.parse(e)'],
  ['/(?<=a)b/.test(e)'],
  ['/[a--b]/v.test(e)'],
  ['class e{static{t()}}'],
  ['using e=t()'],
])('a build with %s does not work in the oldest browsers', async (script) => {
  expect(await wrong(script)).not.toEqual([]);
});

test.each([
  ['[...e].sort()'],
  ['e.findLast(t)'],
  ['e.at(-1)'],
  ['structuredClone(e)'],
  ['e.map(t).filter(t).find(t)'],
  ['class e{#t=1;static n=2}'],
  ['Object.hasOwn(e,t)'],
])('a build with %s does', async (script) => {
  expect(await wrong(script)).toEqual([]);
});

test('a height of the visible screen stands behind one that older browsers know', () => {
  const sheets = sheetsOf('office/src', 'shared', 'storefront/src');
  const lone = sheets.flatMap((sheet) =>
    readFileSync(sheet, 'utf8')
      .split('\n')
      .filter((line, at, lines) => line.includes('dvh') && lines[at - 1] !== line.replace('dvh', 'vh'))
      .map((line) => `${sheet}: ${line.trim()}`),
  );
  expect(lone).toEqual([]);
});

function sheetsOf(...folders: readonly string[]): string[] {
  const names = folders.map((folder) =>
    readdirSync(resolve(frontend, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      resolve(frontend, folder, name),
    ),
  );
  return names.flat().filter((name) => name.endsWith('.css') && !name.includes('node_modules'));
}
