import 'shared/test_setup';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(async () => {
  cleanup();
  // Imported late, so that the mocks of the test file apply to it.
  const { queryClient } = await import('./api/query_client');
  queryClient.clear();
});
