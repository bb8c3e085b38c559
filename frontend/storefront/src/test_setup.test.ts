import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

/** Longer than the default timeout of testing-library. */
const SLOW_MS = 1_200;

test('a wait outlasts what a busy machine takes to load a page', async () => {
  const began = performance.now();
  await waitFor(() => expect(performance.now() - began).toBeGreaterThan(SLOW_MS));
});
