import 'shared/test_setup';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(async () => {
  cleanup();
  localStorage.clear();
  // Imported late, so that the mocks of the test file apply.
  const { everyResource } = await import('./stores/resource');
  const { forget } = await import('./stores/resource_changes');
  for (const resource of everyResource) forget(resource);
  const { useCart } = await import('./stores/cart');
  useCart.setState(useCart.getInitialState(), true);
  const { useRest } = await import('./stores/rest_of_cart');
  useRest.setState([], true);
  const { takeOverLeft } = await import('./stores/packs_left');
  takeOverLeft([]);
  const { useReviews } = await import('./stores/reviews');
  useReviews.setState(useReviews.getInitialState(), true);
});
