import { expect, test } from 'vitest';
import { orderIn } from '../../test_data';
import { emptyBox, missing, putIn, reasonNotToPack, unfinishedWords } from './packing';

const order = orderIn('confirmed', ['packed', 'cancelled']);

test('a box is full when each pack was scanned as often as it was ordered, and takes nothing else', () => {
  const first = putIn(emptyBox(order), ' kar-100\n');
  expect(first.said).toEqual({ kind: 'right', words: 'Karela Powder 100 g: 1 of 2.' });
  expect(unfinishedWords(first.packing)).toContain('still misses 1 pack.');
  const wrong = putIn(first.packing, 'AML-100');
  expect(wrong.said).toEqual({ kind: 'wrong', words: 'AML-100 is not in this order. Put it back.' });
  expect(wrong.packing).toBe(first.packing);
  const second = putIn(first.packing, 'KAR-100');
  expect(missing(second.packing)).toBe(0);
  expect(second.said.words).toBe('Karela Powder 100 g: 2 of 2. All are in: weigh the parcel.');
  const third = putIn(second.packing, 'KAR-100');
  expect(third.said.words).toBe('Karela Powder 100 g: the box has all 2 already. Put it back.');
  expect(missing(third.packing)).toBe(0);
});

test('an order that is not to be packed says why', () => {
  expect(reasonNotToPack(order)).toBeUndefined();
  expect(reasonNotToPack(orderIn('placed', ['confirmed', 'cancelled']))).toContain('not confirmed yet');
  expect(reasonNotToPack(orderIn('cancelled', []))).toContain('“Cancelled” and not to be packed');
});
