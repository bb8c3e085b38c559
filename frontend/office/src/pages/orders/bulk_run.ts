import { readOrders, transitionOrder } from '../../api/calls';
import { wordsOf } from '../../api/errors';
import { ordersChanged } from '../../api/query_client';
import type { Order, OrderState, TransitionDetails } from '../../api/types';
import { type Outcome, transitionAll } from '../../rules/bulk';
import { keepDraft, readDraft } from '../../session/drafts';

/** A bulk change of the status of many orders. */
export interface BulkRun {
  to: OrderState;
  count: number;
  /** All order numbers of the run, in the order in which they are tried. */
  numbers: readonly string[];
  outcomes: readonly Outcome[];
  isRunning: boolean;
}

/** Returns the details of a change, such as the shipment. */
export type DetailsOf = (order: Order) => TransitionDetails;

/**
 * Changes the status of many orders one after another and records the results, also while another page is open. With a name, the tab stores
 * the run, and it can be resumed after a reload.
 */
export class BulkRuns {
  #run: BulkRun | undefined;
  #detailsOf: DetailsOf = () => ({});
  #isStopped = false;
  readonly #keptAs: string | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(keptAs?: string) {
    this.#keptAs = keptAs;
    this.#run = keptAs ? kept(keptAs) : undefined;
  }

  readonly hear = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly current = () => this.#run;

  async start(orders: readonly Order[], to: OrderState, detailsOf: DetailsOf = () => ({})): Promise<void> {
    this.#detailsOf = detailsOf;
    const numbers = orders.map(({ orderNumber }) => orderNumber);
    this.#tell({ to, count: orders.length, numbers, outcomes: [], isRunning: true });
    await this.#transition(orders);
  }

  /** Continues with the orders that were not tried, after reading them again. */
  async resume(): Promise<void> {
    const run = this.#run;
    if (!run || run.isRunning) return;
    this.#tell({ ...run, isRunning: true });
    try {
      await this.#transition(await readOrders(notTried(run)));
    } catch (error) {
      this.#tell({ ...run, isRunning: false });
      throw new Error(wordsOf(error), { cause: error });
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  forget(): void {
    this.#tell(undefined);
  }

  async #transition(orders: readonly Order[]): Promise<void> {
    const to = this.#run?.to;
    if (!to) return;
    this.#isStopped = false;
    const changed: Order[] = [];
    await transitionAll({
      orders,
      to,
      transition: transitionOrder,
      detailsOf: this.#detailsOf,
      isStopped: () => this.#isStopped,
      onOutcome: (outcome, order) => {
        if (order) changed.push(order);
        if (this.#run) this.#tell({ ...this.#run, outcomes: [...this.#run.outcomes, outcome] });
      },
    });
    // Updates the list once, at the end. Otherwise rows would move while staff use the list.
    ordersChanged(changed);
    if (this.#run) this.#tell({ ...this.#run, isRunning: false });
  }

  #tell(now: BulkRun | undefined): void {
    this.#run = now;
    if (this.#keptAs) keepDraft(this.#keptAs, { id: this.#keptAs, text: now ? JSON.stringify(now) : '' });
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the orders of a run that were not tried yet. */
export function notTried({ numbers, outcomes }: BulkRun): string[] {
  const tried = new Set(outcomes.map(({ orderNumber }) => orderNumber));
  return numbers.filter((number) => !tried.has(number));
}

/** Reads the stored run and marks it as stopped. It has numbers and results, but no names. */
function kept(name: string): BulkRun | undefined {
  try {
    const run = JSON.parse(readDraft(name).text) as Partial<BulkRun>;
    if (run.to && run.numbers && run.outcomes) return { ...(run as BulkRun), isRunning: false };
  } catch {
    // The stored text is no valid run.
  }
  return undefined;
}

/** The run of the orders selected in the list. There is one at a time. */
export const selectedOrders = new BulkRuns('bulk');

/** The run of the parcels handed to the carrier. There is one at a time. */
export const handedOver = new BulkRuns('bulk handover');

/** All runs, with the page that shows their results. */
export const BULK_RUNS = [
  { runs: selectedOrders, page: '/orders' },
  { runs: handedOver, page: '/handover' },
];
