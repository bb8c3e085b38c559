/** The bounds of a test and its hooks. They lie above the bound of a wait (`shared/test_setup.ts`): no test promises a time. */
export const bounds = { testTimeout: 60_000, hookTimeout: 60_000 };

/** How each package runs its unit tests. */
export const unitTests = {
  ...bounds,
  environment: 'happy-dom',
  // A thread keeps what it has read of happy-dom from file to file, each in a context of its own: a third of the time.
  pool: 'vmThreads',
  restoreMocks: true,
  unstubGlobals: true,
} as const;
