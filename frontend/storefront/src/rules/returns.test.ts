import { expect, test } from 'vitest';
import type { OrderedLine, ReturnedLine } from '../api/types';
import { ashwagandha, karela, orderAfter } from '../test_data';
import { allPacks, checkReturn, packsIn, returnedPacks, sentLines, sentReason } from './returns';

const { lines: ordered } = orderAfter('delivered');
const pick = (ofKarela: number, ofAshwagandha: number): ReturnedLine[] => [
  { productId: karela._id, weightInGrams: 100, quantity: ofKarela },
  { productId: ashwagandha._id, weightInGrams: 75, quantity: ofAshwagandha },
];

test('all packs of an order come back unless the shopper picks', () => {
  expect(allPacks(ordered)).toEqual(pick(2, 1));
  expect(packsIn(ordered)).toBe(3);
});

test.each([
  [1, 1, pick(1, 1)],
  [1, 0, pick(1, 0).slice(0, 1)],
  [0, 1, pick(0, 1).slice(1)],
  [2, 0, pick(2, 0).slice(0, 1)],
])('with %i and %i packs the lines that have some are sent', (ofKarela, ofAshwagandha, lines) => {
  expect(sentLines(pick(ofKarela, ofAshwagandha), ordered)).toEqual({ lines });
});

test('all of the order is sent without a list', () => {
  expect(sentLines(pick(2, 1), ordered)).not.toHaveProperty('lines');
});

test('a return has at least a pack, and a reason', () => {
  expect(checkReturn({ lines: pick(0, 0), reason: 'Torn' })).toEqual({
    lines: 'Pick at least one pack to return',
  });
  expect(checkReturn({ lines: pick(0, 1), reason: 'Torn' })).toEqual({});
  expect(Object.keys(checkReturn({ lines: pick(0, 0), reason: '' }))).toEqual(['lines', 'reason']);
});

test('a reason is not too long, and sent in one line', () => {
  const lines = pick(2, 1);
  expect(checkReturn({ lines, reason: ' \n' })).toEqual({ reason: 'Tell us why you want to return it' });
  expect(checkReturn({ lines, reason: 'x'.repeat(500) })).toEqual({});
  expect(checkReturn({ lines, reason: 'x'.repeat(501) })).toEqual({
    reason: 'Reason should be at most 500 characters long',
  });
  expect(sentReason(' Wrong weight,\n\n I am sorry. ')).toBe('Wrong weight, I am sorry.');
});

test('the packs of a return are told in the order of the order', () => {
  expect(returnedPacks(pick(1, 1).reverse(), ordered)).toEqual([
    '1 of 2 Karela Powder 100 g',
    '1 of 1 Ashwagandha Powder 75 g',
  ]);
});

test('other packs of a product are not mistaken for those that come back', () => {
  const [first] = ordered as [OrderedLine];
  const both = [first, { ...first, weightInGrams: 200 }];
  const lines = [{ productId: karela._id, weightInGrams: 200, quantity: 2 }];
  expect(returnedPacks(lines, both)).toEqual(['2 of 2 Karela Powder 200 g']);
});

test('a return of all packs names none', () => {
  expect(returnedPacks([], ordered)).toEqual([]);
  expect(returnedPacks(pick(2, 1), ordered)).toEqual([]);
});
