import { expect, test } from 'vitest';
import { KINDS_OF_FILES, MOST_BYTES, problemOf, rowsWords, sampleOf } from './imports';

test('a file is looked at before it is sent', () => {
  expect([0, 1, MOST_BYTES, MOST_BYTES + 1].map((size) => problemOf({ size }))).toEqual([
    'The file is empty.',
    undefined,
    undefined,
    'The file is larger than 16 MB. Split it into smaller files.',
  ]);
});

test('a sample is the first line of its kind', () => {
  const samples = KINDS_OF_FILES.map((kind) => sampleOf(kind));
  expect(samples[0]).toBe('\uFEFFsku,batch,packed_on,expires,mrp,quantity,cost,reason\r\n');
  expect(new Set(samples).size).toBe(KINDS_OF_FILES.length);
});

test('rows are counted as India counts', () => {
  expect([1, 2, 100_000].map(rowsWords)).toEqual(['1 row', '2 rows', '1,00,000 rows']);
});
