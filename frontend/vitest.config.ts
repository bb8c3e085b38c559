import { defineConfig } from 'vitest/config';
import { UnitTests } from './build/spec_table.mjs';
import { bounds } from './build/unit_tests.ts';

/** The unit tests of all packages in one run, and those of what is checked of all packages together. */
export default defineConfig({
  test: {
    projects: [
      'office',
      'shared',
      'storefront',
      { test: { ...bounds, name: 'build', include: ['build/*.test.ts'] } },
    ],
    // Left alone, one core is kept free: half of a machine with two.
    maxWorkers: '100%',
    // The second fails when a test that the table of the specification names did not run.
    reporters: ['default', new UnitTests()],
  },
});
