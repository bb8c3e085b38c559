import { moveOrder, readOrders } from '../../api/calls';
import { wordsOf } from '../../api/errors';
import { ordersChanged } from '../../api/query_client';
import type { Move, Order, OrderState } from '../../api/types';
import { moveAll, type Outcome } from '../../rules/bulk';
import { keepDraft, readDraft } from '../../session/drafts';

/** Many orders on their way to a state. */
export interface BulkRun {
  to: OrderState;
  count: number;
  /** Of all of them, those that are through first. */
  numbers: readonly string[];
  outcomes: readonly Outcome[];
  isRunning: boolean;
}

/** What is said with the move of an order, such as its parcel. */
export type Said = (order: Order) => Omit<Move, 'to' | 'version'>;

/**
 * Moves many orders, one after another, and keeps what became of each: whatever page is open meanwhile. One that the tab keeps under a name
 * can be gone on with after the tab was loaded anew.
 */
export class BulkRuns {
  #run: BulkRun | undefined;
  #said: Said = () => ({});
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

  async start(orders: readonly Order[], to: OrderState, said: Said = () => ({})): Promise<void> {
    this.#said = said;
    const numbers = orders.map(({ orderNumber }) => orderNumber);
    this.#tell({ to, count: orders.length, numbers, outcomes: [], isRunning: true });
    await this.#move(orders);
  }

  /** Goes on with those that were not tried, as they stand by now. */
  async resume(): Promise<void> {
    const run = this.#run;
    if (!run || run.isRunning) return;
    this.#tell({ ...run, isRunning: true });
    try {
      await this.#move(await readOrders(notTried(run)));
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

  async #move(orders: readonly Order[]): Promise<void> {
    const to = this.#run?.to;
    if (!to) return;
    this.#isStopped = false;
    const changed: Order[] = [];
    await moveAll({
      orders,
      to,
      move: moveOrder,
      said: this.#said,
      isStopped: () => this.#isStopped,
      onOutcome: (outcome, order) => {
        if (order) changed.push(order);
        if (this.#run) this.#tell({ ...this.#run, outcomes: [...this.#run.outcomes, outcome] });
      },
    });
    // The list is asked for anew once, at the end: rows that leave it one by one would move under the hand.
    ordersChanged(changed);
    if (this.#run) this.#tell({ ...this.#run, isRunning: false });
  }

  #tell(now: BulkRun | undefined): void {
    this.#run = now;
    if (this.#keptAs) keepDraft(this.#keptAs, { id: this.#keptAs, text: now ? JSON.stringify(now) : '' });
    for (const listener of this.#listeners) listener();
  }
}

/** The orders of a run that nobody has tried to move yet. */
export function notTried({ numbers, outcomes }: BulkRun): string[] {
  const tried = new Set(outcomes.map(({ orderNumber }) => orderNumber));
  return numbers.filter((number) => !tried.has(number));
}

/** A run as the tab was left, which has stopped since: numbers and words, no names. */
function kept(name: string): BulkRun | undefined {
  try {
    const run = JSON.parse(readDraft(name).text) as Partial<BulkRun>;
    if (run.to && run.numbers && run.outcomes) return { ...(run as BulkRun), isRunning: false };
  } catch {
    // Nothing was kept.
  }
  return undefined;
}

/** The orders that were selected in the list: one run at a time. */
export const selectedOrders = new BulkRuns('bulk');
