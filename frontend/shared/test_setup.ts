import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Tests are not timed: under load, a page takes seconds. The library's default is one second.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);

// Removes methods that the oldest browsers lack (`build/browsers.mjs`). The check of the build cannot find these by name.
const missing: readonly (readonly [object, readonly string[]])[] = [
  [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
  [URLSearchParams.prototype, ['size']],
  [AbortSignal, ['timeout', 'any']],
  [Object, ['groupBy']],
  [Promise, ['withResolvers']],
];
for (const [of, names] of missing) for (const name of names) Reflect.deleteProperty(of, name);
