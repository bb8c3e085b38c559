import { expect, test } from 'vitest';
import { ashwagandha, karela } from '../../test_data';
import {
  choose,
  concernLabel,
  concernsOf,
  concernsToChoose,
  everything,
  queryOf,
  readChoice,
} from './choice';

const bitter = { ...karela, concerns: ['sugar-balance', 'digestion'] };
const root = { ...ashwagandha, concerns: ['energy'] };
const cheap = { ...karela, _id: '3', productName: 'Amla Powder', actualPrice: 199, concerns: ['skin'] };
const alsoCheap = {
  ...ashwagandha,
  _id: '4',
  productName: 'Neem Powder',
  actualPrice: 199,
  concerns: ['skin'],
};
const products = [bitter, root, cheap, alsoCheap];
const choiceOf = (query: string) => readChoice(new URLSearchParams(query));
const shown = (query: string) => choose(products, choiceOf(query)).map(({ productName }) => productName);

test.each([
  ['', ['Karela Powder', 'Ashwagandha Powder', 'Amla Powder', 'Neem Powder']],
  ['type=pouch', ['Karela Powder', 'Amla Powder']],
  ['type=box', ['Ashwagandha Powder', 'Neem Powder']],
  ['concern=digestion', ['Karela Powder']],
  ['type=box&concern=skin', ['Neem Powder']],
  ['concern=laptop', []],
  ['sort=price-asc', ['Amla Powder', 'Neem Powder', 'Karela Powder', 'Ashwagandha Powder']],
  ['sort=price-desc', ['Ashwagandha Powder', 'Karela Powder', 'Amla Powder', 'Neem Powder']],
  ['type=pouch&sort=price-asc', ['Amla Powder', 'Karela Powder']],
])('?%s shows %j', (query, names) => {
  expect(shown(query)).toEqual(names);
});

test.each(['type=sack', 'sort=random', 'type=&sort=&concern='])(
  '?%s is not understood and ignored',
  (query) => {
    expect(choiceOf(query)).toEqual(everything);
  },
);

test.each(['', 'type=box', 'type=pouch&concern=skin&sort=price-desc'])(
  '?%s is written as it is read',
  (query) => {
    expect(new URLSearchParams(queryOf(choiceOf(query))).toString()).toBe(query);
  },
);

test('the catalogue keeps its own order', () => {
  choose(products, choiceOf('sort=price-asc'));
  expect(products[0]).toBe(bitter);
});

test('every concern is offered once, and the one asked for even when nothing serves it', () => {
  const concerns = concernsOf(products);
  expect(concernsToChoose(concerns, '')).toEqual(['digestion', 'energy', 'skin', 'sugar-balance']);
  expect(concernsToChoose(concerns, 'skin')).toEqual(['digestion', 'energy', 'skin', 'sugar-balance']);
  expect(concernsToChoose(concerns, 'hair')).toEqual([
    'digestion',
    'energy',
    'hair',
    'skin',
    'sugar-balance',
  ]);
});

test('a concern is written for shoppers', () => {
  expect(concernLabel('sugar-balance')).toBe('Sugar balance');
});
