import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// No test promises a time: beside other work a page takes seconds to load. One second is the library's own bound.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);

// A test sees no more than the oldest browsers do (`build/browsers.mjs`). What names cannot tell, no look at the build finds.
const missing: readonly (readonly [object, readonly string[]])[] = [
  [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
  [URLSearchParams.prototype, ['size']],
  [AbortSignal, ['timeout', 'any']],
  [Object, ['groupBy']],
  [Promise, ['withResolvers']],
];
for (const [of, names] of missing) for (const name of names) Reflect.deleteProperty(of, name);
