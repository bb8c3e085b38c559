import * as v from 'valibot';
import { expect, test } from 'vitest';
import { orderOf } from '../test_data';
import { parcelWords, proposedWeight, totalWords, weightRule } from './parcel_weight';

test('the proposed weight is packs, pouches and a carton, and at most the weight of a parcel', () => {
  const order = orderOf();
  expect(proposedWeight(order)).toBe(2 * 110 + 120);
  const [line] = order.lines;
  const many = line ? [{ ...line, weightInGrams: 1000, quantity: 99 }] : [];
  expect(proposedWeight({ lines: many })).toBe(50_000);
});

test('a weight is whole grams of a parcel, or nothing', () => {
  const read = (typed: string) => v.safeParse(weightRule, typed);
  expect(read(' 540 ').output).toBe(540);
  expect(read('50000').output).toBe(50_000);
  expect(read(' ')).toMatchObject({ success: true, output: undefined });
  for (const typed of ['0', '50001', '-540', '540.5', '1e3', '0.5 kg', '9999999']) {
    expect(read(typed).issues?.[0].message).toBe(
      'A parcel weighs 1 g to 50 kg. Enter its grams, such as 540.',
    );
  }
});

test('weights are said exactly, and a sum says what is missing in it', () => {
  const words = [540, 1000, 1240, 12_005].map((grams) => parcelWords(grams).replace('\u00A0', ' '));
  expect(words).toEqual(['540 g', '1 kg', '1.24 kg', '12.005 kg']);
  const weighed = (parcelWeightInGrams?: number) => orderOf({ parcelWeightInGrams });
  expect(totalWords([weighed(540), weighed(700)])).toBe('1.24\u00A0kg');
  expect(totalWords([weighed(540), weighed()])).toBe('540\u00A0g without 1 not weighed');
  expect(totalWords([weighed()])).toBeUndefined();
});
