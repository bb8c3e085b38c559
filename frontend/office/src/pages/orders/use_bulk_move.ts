import { useRef, useState } from 'react';
import { moveOrder } from '../../api/calls';
import { orderChanged } from '../../api/query_client';
import type { Move, Order, OrderState } from '../../api/types';
import { moveAll, type Outcome } from '../../rules/bulk';

/** Many orders on their way to a state. */
export interface BulkRun {
  to: OrderState;
  count: number;
  outcomes: readonly Outcome[];
  isRunning: boolean;
}

/** Moves many orders, and keeps what became of each. */
export function useBulkMove() {
  const [run, setRun] = useState<BulkRun>();
  const isStopped = useRef(false);

  async function start(
    orders: readonly Order[],
    to: OrderState,
    said: (order: Order) => Omit<Move, 'to' | 'version'> = () => ({}),
  ) {
    isStopped.current = false;
    setRun({ to, count: orders.length, outcomes: [], isRunning: true });
    const changed: Order[] = [];
    await moveAll({
      orders,
      to,
      move: moveOrder,
      said,
      isStopped: () => isStopped.current,
      onOutcome: (outcome, order) => {
        if (order) changed.push(order);
        setRun((last) => last && { ...last, outcomes: [...last.outcomes, outcome] });
      },
    });
    // The list is asked for anew once, at the end: rows that leave it one by one would move under the hand.
    for (const order of changed) orderChanged(order);
    setRun((last) => last && { ...last, isRunning: false });
  }

  return {
    run,
    start: (...of: Parameters<typeof start>) => void start(...of),
    stop: () => {
      isStopped.current = true;
    },
    forget: () => setRun(undefined),
    outcomeOf: (orderNumber: string) => run?.outcomes.find((outcome) => outcome.orderNumber === orderNumber),
  };
}

/** What it answers. */
export type Bulk = ReturnType<typeof useBulkMove>;
