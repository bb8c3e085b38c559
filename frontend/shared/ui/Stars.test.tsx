import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Stars } from './Stars';

test.each([
  [0, 0],
  [1, 20],
  [4.5, 90],
  [4.1, 82.8],
  [5, 100],
])('a rating of %f lights %f of 100', (rating, width) => {
  render(<Stars rating={rating} label="a rating" />);
  expect(screen.getByRole('img', { name: 'a rating' })).toBeVisible();
  expect(Number(screen.getByTestId('lit').getAttribute('width'))).toBeCloseTo(width);
});
