import { expect, test } from 'vitest';
import { orderIn } from '../../test_data';
import {
  emptyBox,
  missing,
  type Packing,
  putIn as scanned,
  reasonNotToPack,
  unfinishedWords,
} from './packing';

const order = orderIn('confirmed', ['packed', 'cancelled']);

function putIn(packing: Packing, code: string) {
  const next = scanned(packing, code);
  if ('asked' in next) throw new Error('the office is not asked about it');
  return next;
}

const packs = (batchId: string, batchNumber: string, quantity: number) => ({
  batchId,
  batchNumber,
  productId: 'p-karela',
  weightInGrams: 100,
  quantity,
  bestBefore: '2027-11-01',
});

test('a box is full when each pack was scanned as often as it was ordered, and takes nothing else', () => {
  const first = putIn(emptyBox(order), ' kar-100\n');
  expect(first.message).toEqual({ kind: 'right', words: 'Karela Powder 100 g: 1 of 2.' });
  expect(unfinishedWords(first.packing)).toContain('is still missing 1 pack.');
  const wrong = putIn(first.packing, 'AML-100');
  expect(wrong.message).toEqual({ kind: 'wrong', words: 'AML-100 is not in this order. Put it back.' });
  expect(wrong.packing).toBe(first.packing);
  const second = putIn(first.packing, 'KAR-100');
  expect(missing(second.packing)).toBe(0);
  expect(second.message.words).toBe('Karela Powder 100 g: 2 of 2. All are in: weigh the parcel.');
  const third = putIn(second.packing, 'KAR-100');
  expect(third.message.words).toBe('Karela Powder 100 g: the box has all 2 already. Put it back.');
  expect(missing(third.packing)).toBe(0);
});

test('an order that is not to be packed says why', () => {
  expect(reasonNotToPack(order)).toBeUndefined();
  expect(reasonNotToPack(orderIn('placed', ['confirmed', 'cancelled']))).toContain('not confirmed yet');
  expect(reasonNotToPack(orderIn('cancelled', []))).toContain('“Cancelled”, so it cannot be packed');
});

test('packs of two batches are counted apart, whether their batch or only their pack is scanned', () => {
  const box = emptyBox(order, [packs('b-1', 'K-1', 1), packs('b-2', 'K-2', 1)]);
  const second = putIn(box, 'KAR-100/K-2');
  expect(second.message.words).toBe('Karela Powder 100 g, batch K-2: 1 of 2.');
  expect(scanned(second.packing, 'K-2')).toEqual({
    asked: { batchNumber: 'K-2', quantity: 2, insteadOfBatchIds: ['b-1'] },
  });
  const both = putIn(second.packing, 'KAR-100');
  expect(both.message.words).toContain('batch K-1: 2 of 2. All are in');
  expect(putIn(both.packing, 'K-1').message.words).toContain('has all 2 already');
});

test('a batch that is not reserved is asked about while packs are missing', () => {
  const box = emptyBox(order, [packs('b-1', 'K-1', 2)]);
  expect(scanned(box, 'kar-100 k-9')).toEqual({
    asked: { batchNumber: 'K-9', quantity: 1, insteadOfBatchIds: ['b-1'] },
  });
  expect(putIn(emptyBox(order), 'K-9').message.words).toBe('K-9 is not in this order. Put it back.');
});
