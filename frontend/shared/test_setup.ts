import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// No test promises a time: beside other work a page takes seconds to load. One second is the library's own bound.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);
