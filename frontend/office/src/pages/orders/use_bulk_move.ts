import { useState, useSyncExternalStore } from 'react';
import { BulkRuns } from './bulk_run';

export type { BulkRun } from './bulk_run';

/** Moves many orders, and keeps what became of each: as long as the page is open, or in `runs` as long as the tab is. */
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

/** What it answers. */
export type Bulk = ReturnType<typeof useBulkMove>;
