import { orderInConflict, wordsOf } from '../api/errors';
import type { Move, Order, OrderState } from '../api/types';
import { STATES } from './order_states';

/** What became of an order among many. */
export interface Outcome {
  orderNumber: string;
  kind: 'done' | 'left out' | 'moved by somebody else' | 'failed';
  words: string;
}

/** The states of which a shopper is told by mail when many orders get there at once. */
const MAILED: ReadonlySet<OrderState> = new Set(['confirmed', 'shipped']);

/** Whether the shopper of an order that gets there is told by mail. */
export const isMailed = (to: OrderState) => MAILED.has(to);

/** What so many shoppers will notice of it. */
export function mailsOf(to: OrderState, count: number): string {
  if (!isMailed(to)) return 'No email is sent. Shoppers can no longer cancel these orders themselves.';
  return count === 1 ? 'The shopper gets an email.' : `${count} shoppers get an email each.`;
}

interface Bulk {
  orders: readonly Order[];
  to: OrderState;
  move: (orderNumber: string, move: Move) => Promise<Order>;
  /** What is said with the move of an order, such as its parcel. */
  said?: (order: Order) => Omit<Move, 'to' | 'version'>;
  /** Told after every order; `order` as it stands, where that is known. */
  onOutcome: (outcome: Outcome, order?: Order) => void;
  /** Ends it after the order that is on its way. */
  isStopped: () => boolean;
}

/** Moves orders one after another. One that cannot be moved is told of and holds up none of the others. */
export async function moveAll({ orders, to, move, said, onOutcome, isStopped }: Bulk): Promise<void> {
  for (const order of orders) {
    if (isStopped()) return;
    const { orderNumber, nextStates, status, version } = order;
    if (!nextStates.includes(to)) {
      onOutcome({ orderNumber, kind: 'left out', words: `Left out: it is “${STATES[status].label}”.` });
      continue;
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that it can be stopped and the rest has room
      const moved = await move(orderNumber, { ...said?.(order), to, version });
      onOutcome({ orderNumber, kind: 'done', words: `${STATES[to].happened}.` }, moved);
    } catch (error) {
      onOutcome(refused(orderNumber, error), orderInConflict(error));
    }
  }
}

function refused(orderNumber: string, error: unknown): Outcome {
  const present = orderInConflict(error);
  if (!present) return { orderNumber, kind: 'failed', words: wordsOf(error) };
  const words = `Somebody else was quicker: it is “${STATES[present.status].label}”.`;
  return { orderNumber, kind: 'moved by somebody else', words };
}
