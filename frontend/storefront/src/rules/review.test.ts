import { expect, test } from 'vitest';
import { checkReview, emptyReview, reviewForm } from './review';

const good = { name: 'Meena', productname: 'Karela Powder', review: 'Bitter.', rating: '4.5' };

test('a full review has no problem', () => {
  expect(checkReview(good)).toEqual({});
});

test('an empty one has four, in the order of the form', () => {
  expect(Object.entries(checkReview(emptyReview))).toEqual([
    ['name', 'Name is required'],
    ['productname', 'Product Name is required'],
    ['review', 'Review is required'],
    ['rating', 'Rating must be between 0 and 5'],
  ]);
});

test('blanks are nothing', () => {
  expect(Object.keys(checkReview({ name: ' ', productname: '\t', review: '\n', rating: ' ' }))).toHaveLength(
    4,
  );
});

test.each(['0', '0.1', '4.9', '5', ' 3 ', '5.0'])('a rating of "%s" is taken', (rating) => {
  expect(checkReview({ ...good, rating })).toEqual({});
});

test.each(['', '-0.1', '5.1', '50', 'five', '4,5', 'NaN', 'Infinity'])(
  'a rating of "%s" is refused',
  (rating) => {
    expect(checkReview({ ...good, rating })).toEqual({ rating: 'Rating must be between 0 and 5' });
  },
);

test('a review is sent trimmed, its rating as a number in steps of 0.1', () => {
  const typed = { name: ' Meena ', productname: ' Karela Powder ', review: ' Bitter.\n', rating: ' 4.46 ' };
  expect(reviewForm(typed)).toEqual({
    name: 'Meena',
    productname: 'Karela Powder',
    review: 'Bitter.',
    rating: 4.5,
  });
});
