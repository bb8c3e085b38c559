import { expect, test } from 'vitest';
import { faq } from '#content/faq';
import { wordsOf } from './test_words';

test('the ten topics a shopper asks about', () => {
  expect(faq.map(({ topic }) => topic)).toEqual([
    'Diabetes powder',
    'Jamun',
    'Karela',
    'Moringa',
    'B12',
    'Ashwagandha',
    'Safety',
    'Side effects',
    'Dosage',
    'Storage',
  ]);
  expect(new Set(faq.map(({ id }) => id)).size).toBe(10);
});

test.each(faq)('$topic is answered in 50 to 80 words', ({ answer }) => {
  const count = wordsOf([answer]).length;
  expect(count).toBeGreaterThanOrEqual(50);
  expect(count).toBeLessThanOrEqual(80);
});
