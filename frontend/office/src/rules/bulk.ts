import { orderInConflict, wordsOf } from '../api/errors';
import type { Order, OrderState, OrderTransition, TransitionDetails } from '../api/types';
import { STATES } from './order_states';
import { SOME_EMAIL } from './shopper_email';

/** The result for one order of a bulk change. */
export interface Outcome {
  orderNumber: string;
  kind: 'done' | 'left out' | 'changed meanwhile' | 'failed';
  words: string;
}

/** The statuses to which many orders can be changed at once. */
export type BulkState = 'confirmed' | 'packed' | 'shipped';

/** The statuses of a bulk change that send the shopper a mail. */
const MAILED: ReadonlySet<OrderState> = new Set(['confirmed', 'shipped']);

/** Returns true if a change to this status mails the shopper. */
export const isMailed = (to: OrderState) => MAILED.has(to);

/** Describes which shoppers get an email. A list may show no address, so they cannot be counted. */
export function mailsOf(to: OrderState): string {
  if (!isMailed(to)) return 'No email is sent. Shoppers can no longer cancel these orders themselves.';
  return SOME_EMAIL;
}

interface Bulk {
  orders: readonly Order[];
  to: OrderState;
  transition: (orderNumber: string, transition: OrderTransition) => Promise<Order>;
  /** The details of each change, such as the shipment. */
  detailsOf?: (order: Order) => TransitionDetails;
  /** Called after every order, with the current `order` if it is known. */
  onOutcome: (outcome: Outcome, order?: Order) => void;
  /** Returns true to stop after the current order. */
  isStopped: () => boolean;
}

/** Changes the status of orders one after another. A failure is reported and does not stop the others. */
export async function transitionAll({
  orders,
  to,
  transition,
  detailsOf,
  onOutcome,
  isStopped,
}: Bulk): Promise<void> {
  for (const order of orders) {
    if (isStopped()) return;
    const { orderNumber, nextStates, status, version } = order;
    if (!nextStates.includes(to)) {
      onOutcome({ orderNumber, kind: 'left out', words: `Skipped: it is “${STATES[status].label}”.` });
      continue;
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that it can be stopped and the rest has room
      const changed = await transition(orderNumber, { ...detailsOf?.(order), to, version });
      onOutcome({ orderNumber, kind: 'done', words: `${STATES[to].happened}.` }, changed);
    } catch (error) {
      onOutcome(refused(orderNumber, error), orderInConflict(error));
    }
  }
}

function refused(orderNumber: string, error: unknown): Outcome {
  const present = orderInConflict(error);
  if (!present) return { orderNumber, kind: 'failed', words: wordsOf(error) };
  const words = `The order changed meanwhile: it is “${STATES[present.status].label}”.`;
  return { orderNumber, kind: 'changed meanwhile', words };
}
