import { expect, test } from 'vitest';
import { breaches, isAllowed } from './licences.mjs';

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['(MIT AND ISC)', true],
  ['(MIT AND GPL-3.0)', false],
  ['GPL-3.0', false],
  ['SEE LICENSE IN LICENSE', false],
])('%s among MIT and ISC is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression, new Set(['MIT', 'ISC']))).toBe(allowed);
});

test('a package with another licence, from elsewhere or without a hash is noticed', () => {
  const hash = { integrity: 'sha512-x' };
  const packages = {
    '': { workspaces: ['ours'] },
    ours: {},
    'node_modules/ours': { resolved: 'ours', link: true },
    'node_modules/near': { resolved: '../near', link: true },
    'node_modules/good': { license: 'MIT', ...hash },
    'node_modules/tool': { license: 'MPL-2.0', dev: true, ...hash },
    'node_modules/shipped': { license: 'MPL-2.0', ...hash },
    'node_modules/good/node_modules/silent': { ...hash },
    'node_modules/far': { license: 'MIT', resolved: 'https://elsewhere.example/far.tgz', ...hash },
    'node_modules/loose': { license: 'MIT' },
  };
  expect(breaches({ packages })).toEqual([
    'near: no licence',
    'near comes from ../near',
    'near has no hash',
    'shipped: MPL-2.0',
    'silent: no licence',
    'far comes from https://elsewhere.example/far.tgz',
    'loose has no hash',
  ]);
});
