import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(async () => {
  cleanup();
  localStorage.clear();
  // Imported late, so that the mocks of the test file apply to it.
  const { forgetEach } = await import('./stores/resource');
  for (const forget of forgetEach) forget();
  const { useCart } = await import('./stores/cart');
  useCart.setState(useCart.getInitialState(), true);
  const { useRest } = await import('./stores/rest_of_cart');
  useRest.setState([], true);
  const { takeOverLeft } = await import('./stores/packs_left');
  takeOverLeft([]);
  const { useReviews } = await import('./stores/reviews');
  useReviews.setState(useReviews.getInitialState(), true);
});
