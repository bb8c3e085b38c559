import { useState, useSyncExternalStore } from 'react';
import { BulkRuns } from './bulk_run';

export type { BulkRun } from './bulk_run';

/** Runs a bulk change and returns its results. They last as long as the page, or as long as `runs`. */
export function useBulkMove(runs?: BulkRuns) {
  const [ofPage] = useState(() => runs ?? new BulkRuns());
  const run = useSyncExternalStore(ofPage.hear, ofPage.current);

  return {
    run,
    start: (...of: Parameters<BulkRuns['start']>) => void ofPage.start(...of),
    resume: () => ofPage.resume(),
    stop: () => ofPage.stop(),
    forget: () => ofPage.forget(),
    outcomeOf: (orderNumber: string) => run?.outcomes.find((outcome) => outcome.orderNumber === orderNumber),
  };
}

/** The result of `useBulkMove`. */
export type Bulk = ReturnType<typeof useBulkMove>;
