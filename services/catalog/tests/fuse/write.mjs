// Writes what the browser finds, for the service to be held against: `node services/catalog/tests/fuse/write.mjs`, after a
// change of the browser's rules or of the sample products.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from '../../../../frontend/node_modules/typescript/lib/typescript.js';

const folder = import.meta.dirname;
const frontend = resolve(folder, '../../../../frontend');
const fuse = pathToFileURL(resolve(frontend, 'node_modules/fuse.js/dist/fuse.basic.mjs')).href;
const { default: Fuse } = await import(fuse);
const { suggestProducts } = await rules();

/** The browser's rules, without their types. */
function rules() {
  const source = readFileSync(resolve(frontend, 'src/rules/search.ts'), 'utf8');
  const options = { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } };
  const script = ts.transpileModule(source, options).outputText.replace("'fuse.js/basic'", `'${fuse}'`);
  return import(`data:text/javascript,${encodeURIComponent(script)}`);
}

const products = JSON.parse(readFileSync(resolve(folder, '../../seed/products.json'), 'utf8'));
const names = products.flatMap(({ productName, hindiName, otherNames, concerns }) => [
  productName,
  hindiName,
  ...otherNames,
  ...concerns,
]);

const searches = [
  ...names,
  ...products.map(({ productName }) => productName.toUpperCase()),
  ...['karela', 'karla', 'kerala', 'kareela', 'ashwgandha', 'ashvaganda', 'diabetis', 'muringa', 'karela jamun', 'jamoon'],
  ...['tirphala', 'trifla', 'b12', 'b-12', 'moringa oleifera', 'biter melon', 'bitter gourd powder', 'vitamin', 'holi basil'],
  ...['tusli', 'tulis', 'neam', 'nim', 'aamla', 'amala', 'shalaki', 'shallki', 'guggul', 'gooseberry powder', 'ginseng'],
  ...['drum stick', 'black plums', 'sugar', 'diabetes', 'powder', 'karela powder', 'karela powdr', 'जामु', 'करेल', 'त्रिफल'],
  ...['ka', 'jam', 'tul', 'mor', 'ash', 'tri', 'neem', 'amla', 'qqqq', '12345', 'laptop', 'iphone', 'xyz', 'त्रिफला चूर्ण'],
];
const found = searches.map((words) => [words, suggestProducts(products, words).map(({ productName }) => productName)]);
write('searches.json', found);

const texts = [...names, 'A very long name of a product that nobody would ever read to its end, and yet it is here'];
const patterns = ['karla', 'ashwgandha', 'bitter melon', 'b', 'ka', 'पाचन', 'qqqq', 'powder', 'jamun seed', 'gooseberry', 'plum']
  .concat('a very long name of a product that nobody would ever read to its end', 'ashwagandha powder from the north of india');
const answers = patterns.flatMap((pattern) =>
  texts.flatMap((text) =>
    [0.3, 0.5].map((threshold) => {
      const { isMatch, score } = Fuse.match(pattern, text, { threshold });
      return [pattern, text, threshold, isMatch ? score : null];
    }),
  ),
);
write('answers.json', answers);

function write(file, rows) {
  writeFileSync(resolve(folder, file), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}
