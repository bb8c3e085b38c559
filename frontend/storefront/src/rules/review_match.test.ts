import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { karela } from '../test_data';
import { productMatcher } from './review_match';

const catalog = resolve(import.meta.dirname, '../../../../services/catalog/seed/products.json');
const seeds: { id: string; productName: string }[] = JSON.parse(readFileSync(catalog, 'utf8'));
const products = Array.from(seeds, ({ id, productName }) => ({ ...karela, _id: id, productName }));
const names = products.map(({ productName }) => productName);
const match = productMatcher(products);

test.each(names)('%s is found by its own name, in any case', (name) => {
  expect(match(name)?.productName).toBe(name);
  expect(match(` ${name.toLowerCase()} `)?.productName).toBe(name);
});

test.each([
  ['karela', 'Karela Powder'],
  ['karla powder', 'Karela Powder'],
  ['karela jamun', 'Karela Jamun Powder'],
  ['Jamun', 'Jamun Powder'],
  ['morninga powder', 'Moringa Powder'],
  ['ashwgandha', 'Ashwagandha Powder'],
  ['diabetis support', 'Diabetes Support Powder'],
  ['b12', 'B12 Powder'],
  ['moringa leaf', 'Moringa Powder'],
  ['Ashwagandha Powder 100g', 'Ashwagandha Powder'],
])('"%s" means %s', (typed, name) => {
  expect(match(typed)?.productName).toBe(name);
});

test.each(['', '   ', 'k', 'laptop', 'qqqq', '12345'])('"%s" means nothing the shop sells', (typed) => {
  expect(match(typed)).toBeUndefined();
});

test('a match that the threshold lets pass but the score does not is none', () => {
  // Its best score is 0.505.
  expect(match('vanmool karela powder')).toBeUndefined();
});
