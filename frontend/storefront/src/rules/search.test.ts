import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { karela } from '../test_data';
import { findProduct, suggestProducts } from './search';

interface Seed {
  id: string;
  productName: string;
  otherNames: string[];
}

const catalog = resolve(import.meta.dirname, '../../../../services/catalog/seed/products.json');
const seeds: Seed[] = JSON.parse(readFileSync(catalog, 'utf8'));
const products = Array.from(seeds, ({ id, ...names }) => ({ ...karela, ...names, _id: id }));
const found = (words: string) => findProduct(products, words)?.productName;

test.each(products)('$productName is found by its own name, in any case', ({ productName }) => {
  expect(found(productName)).toBe(productName);
  expect(found(`  ${productName.toUpperCase()} `)).toBe(productName);
});

const otherNames = products.flatMap(({ productName, otherNames: others }) =>
  others.map((other) => [other, productName] as const),
);

test.each(otherNames)('"%s", another name, opens %s', (other, name) => {
  expect(found(other)).toBe(name);
});

test.each([
  ['karela', 'Karela Powder'],
  ['karla', 'Karela Powder'],
  ['kerala', 'Karela Powder'],
  ['ashwgandha', 'Ashwagandha Powder'],
  ['diabetis', 'Diabetes Support Powder'],
  ['muringa', 'Moringa Powder'],
  ['karela jamun', 'Karela Jamun Powder'],
  ['jamoon', 'Jamun Powder'],
  ['tirphala', 'Triphala Powder'],
  ['b12', 'B12 Powder'],
  ['moringa oleifera', 'Moringa Powder'],
])('"%s" is near enough to %s', (words, name) => {
  expect(found(words)).toBe(name);
});

test.each([
  ['bitter melon', 'Karela Powder'],
  ['biter melon', 'Karela Powder'],
  ['bitter gourd powder', 'Karela Powder'],
  ['vitamin', 'B12 Powder'],
  ['holi basil', 'Tulsi Powder'],
])('"%s" resembles no name, but another name of %s', (words, name) => {
  expect(found(words)).toBe(name);
});

test.each(['qqqq', '12345', 'laptop', 'iphone'])('"%s" is nothing the shop sells', (words) => {
  expect(found(words)).toBeUndefined();
});

test.each(['', '   '])('blank words ("%s") mean nothing', (words) => {
  expect(found(words)).toBeUndefined();
});

test('the name in Hindi is found, also where no other name repeats it', () => {
  const product = { ...karela, otherNames: [], hindiName: 'अश्वगंधा चूर्ण' };
  expect(findProduct([product], 'अश्वगंधा')).toBe(product);
  expect(suggestProducts([product], 'अश्वगंधा')).toEqual([product]);
});

test('a near name wins over a nearer other name', () => {
  const tulsi = { ...karela, _id: '1', productName: 'Tulsi Powder', otherNames: ['Karla leaf'] };
  expect(findProduct([tulsi, karela], 'karla')).toBe(karela);
});

test('a shop that sells nothing yet finds nothing', () => {
  expect(findProduct([], 'karela')).toBeUndefined();
});

test.each([
  ['ka', ['Karela Powder', 'Karela Jamun Powder']],
  ['jam', ['Jamun Powder', 'Karela Jamun Powder']],
  ['b', ['B12 Powder']],
])('"%s" suggests %j and perhaps more, the best first', (words, names) => {
  const suggested = suggestProducts(products, words).map(({ productName }) => productName);
  expect(suggested[0]).toBe(names[0]);
  expect(suggested).toEqual(expect.arrayContaining(names));
  expect(suggested.length).toBeLessThanOrEqual(5);
  expect(new Set(suggested).size).toBe(suggested.length);
});

test.each(['', ' ', 'qqqq', '12345'])('"%s" suggests nothing', (words) => {
  expect(suggestProducts(products, words)).toEqual([]);
});
