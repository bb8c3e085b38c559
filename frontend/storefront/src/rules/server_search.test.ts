import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Fuse from 'fuse.js/basic';
import { expect, test } from 'vitest';
import { karela } from '../test_data';
import { suggestProducts } from './search';

// The catalog service searches as the browser does; its tests compare with the files written here. After a change of the rules, of Fuse or
// of the sample products, run `npx vitest run -u server_search`, then the tests of the catalog.

interface Seed {
  productName: string;
  hindiName: string;
  otherNames: string[];
  concerns: string[];
}

const catalog = resolve(import.meta.dirname, '../../../../services/catalog');
const seeds: Seed[] = JSON.parse(readFileSync(resolve(catalog, 'seed/products.json'), 'utf8'));
const products = seeds.map((seed) => ({ ...karela, ...seed }));
const names = seeds.flatMap(({ productName, hindiName, otherNames, concerns }) => [
  productName,
  hindiName,
  ...otherNames,
  ...concerns,
]);

/** Fails if the file has other content. */
async function expectWritten(file: string, rows: readonly unknown[]): Promise<void> {
  const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
  await expect(text).toMatchFileSnapshot(resolve(catalog, 'tests/fuse', file));
}

/** Correct, misspelt and incomplete words, separated by commas. */
const typed = [
  'karela,karla,kerala,kareela,ashwgandha,ashvaganda,diabetis,muringa,karela jamun,jamoon,tirphala,trifla,b12,b-12',
  'moringa oleifera,biter melon,bitter gourd powder,vitamin,holi basil,tusli,tulis,neam,nim,aamla,amala,shalaki,shallki',
  'guggul,gooseberry powder,ginseng,drum stick,black plums,sugar,diabetes,powder,karela powder,karela powdr,जामु,करेल',
  'त्रिफल,ka,jam,tul,mor,ash,tri,neem,amla,qqqq,12345,laptop,iphone,xyz,त्रिफला चूर्ण',
].flatMap((line) => line.split(','));
const searches = [...names, ...seeds.map(({ productName }) => productName.toUpperCase()), ...typed];

test('the service is held against what the browser finds', async () => {
  const found = searches.map((words) => [
    words,
    suggestProducts(products, words).map(({ productName }) => productName),
  ]);
  await expectWritten('searches.json', found);
});

const texts = [
  ...names,
  'A very long name of a product that nobody would ever read to its end, and yet it is here',
];
const patterns = [
  ...'karla,ashwgandha,bitter melon,b,ka,पाचन,qqqq,powder,jamun seed,gooseberry,plum'.split(','),
  'a very long name of a product that nobody would ever read to its end',
  'ashwagandha powder from the north of india',
];

test('the service is held against how Fuse scores', async () => {
  const answers = patterns.flatMap((pattern) =>
    texts.flatMap((text) =>
      [0.3, 0.5].map((threshold) => {
        const { isMatch, score } = Fuse.match(pattern, text, { threshold });
        return [pattern, text, threshold, isMatch ? score : null];
      }),
    ),
  );
  await expectWritten('answers.json', answers);
});
