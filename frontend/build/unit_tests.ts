/**
 * The timeouts of a test and its hooks. They are longer than the timeout of a wait (`shared/test_setup.ts`) because tests are not timed.
 */
export const bounds = { testTimeout: 60_000, hookTimeout: 60_000 };

/** The unit test settings of each package. */
export const unitTests = {
  ...bounds,
  environment: 'happy-dom',
  // Threads cache the code of happy-dom across files, each file in its own context. That takes a third of the time.
  pool: 'vmThreads',
  restoreMocks: true,
  unstubGlobals: true,
} as const;
