import { useSyncExternalStore } from 'react';
import type { BulkRuns } from './bulk_run';

export type { BulkRun } from './bulk_run';

/** Runs a bulk change and returns its results. They last as long as the tab. */
export function useBulkTransition(runs: BulkRuns) {
  const run = useSyncExternalStore(runs.hear, runs.current);

  return {
    run,
    start: (...of: Parameters<BulkRuns['start']>) => void runs.start(...of),
    resume: () => runs.resume(),
    stop: () => runs.stop(),
    forget: () => runs.forget(),
    outcomeOf: (orderNumber: string) => run?.outcomes.find((outcome) => outcome.orderNumber === orderNumber),
  };
}

/** The result of `useBulkTransition`. */
export type Bulk = ReturnType<typeof useBulkTransition>;
