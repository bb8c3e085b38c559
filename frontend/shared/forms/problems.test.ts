import { expect, test } from 'vitest';
import { fieldAt, valueAt } from './place';
import { inOrder, openProblems, type Problems, problemsOf } from './problems';

interface Values {
  title: string;
  count: number | undefined;
  rows: readonly { name: string; grams: number }[];
}

const values: Values = {
  title: 'Tools',
  count: 2,
  rows: [
    { name: 'saw', grams: 700 },
    { name: '', grams: 0 },
  ],
};

test.each([
  ['title', 'title', 'Tools'],
  ['count', 'count', 2],
  ['rows[0].name', 'rows', 'saw'],
  ['rows[1]', 'rows', { name: '', grams: 0 }],
  ['rows[1].grams', 'rows', 0],
  ['rows[2].grams', 'rows', undefined],
])('at %s, in the field %s, is %j', (place, field, value) => {
  expect(fieldAt(place)).toBe(field);
  expect(valueAt(values, place)).toEqual(value);
});

const check = ({ rows, count }: Values) => ({
  ...(!count && { count: 'How many?' }),
  ...Object.fromEntries(
    rows.flatMap(({ name }, index) => (name ? [] : [[`rows[${index}].name`, 'A name, please.']])),
  ),
});

test('a problem stands until its own value is corrected', () => {
  const found = check(values);
  const open = (now: Values) => openProblems<Values>(found, values, now, check);
  expect(open({ ...values, title: 'Other' })).toEqual({ 'rows[1].name': 'A name, please.' });
  const [first, second] = values.rows;
  if (!first || !second) throw new Error('there are two rows');
  expect(open({ ...values, rows: [first, { ...second, grams: 5 }] })).toEqual(found);
  expect(open({ ...values, rows: [first, { ...second, name: 'file' }] })).toEqual({});
  expect(open({ ...values, rows: [first] })).toEqual({});
});

test('an error from the server stays until the value changes', () => {
  const found: Problems<'count'> = { count: 'There are not so many.' };
  const open = (now: Values) => openProblems<Values>(found, values, now, check);
  expect(open({ ...values, title: 'Other' })).toEqual(found);
  expect(open({ ...values, count: 1 })).toEqual({});
  expect(open({ ...values, count: undefined })).toEqual({ count: 'How many?' });
});

test('the server’s problems come in the order of the form, each place once, and none of other forms', () => {
  const errors = [
    { field: 'rows[1].name', message: 'b' },
    { field: 'rows[0].grams', message: 'c' },
    { field: 'title', message: 'a' },
    { field: 'title', message: 'again' },
    { field: 'elsewhere', message: 'x' },
  ];
  const found = problemsOf<string>(['title', 'count', 'rows'], errors);
  expect(Object.entries(found)).toEqual([
    ['title', 'a'],
    ['rows[1].name', 'b'],
    ['rows[0].grams', 'c'],
  ]);
  expect(inOrder(['rows', 'title'], found)).toEqual(['rows[1].name', 'rows[0].grams', 'title']);
});
