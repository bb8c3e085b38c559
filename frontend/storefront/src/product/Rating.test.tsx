import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Rating } from './Rating';

test.each([
  [0, '0 out of 5', 0],
  [1, '1 out of 5', 20],
  [4.5, '4.5 out of 5', 90],
  [4.1, '4.1 out of 5', 82.8],
  [5, '5 out of 5', 100],
])('a rating of %f says "%s" and lights %f of 100', (rating, words, width) => {
  render(<Rating rating={rating} />);
  expect(screen.getByRole('img', { name: words })).toBeVisible();
  expect(Number(screen.getByTestId('lit').getAttribute('width'))).toBeCloseTo(width);
});
