import type { Order, OrderStatus, ReturnedLine } from '../api/types';
import { ordersWords } from '#words/orders';
import { codeLabel } from 'shared/rules/code_label';

/** A status of an order and when it was reached; no time if it is still to come. */
export interface Step {
  status: OrderStatus;
  at?: string;
  /** The label, if it differs from that of the status. */
  label?: string;
  /** The packs of a partial return. */
  lines?: readonly ReturnedLine[];
}

/** The statuses of an order without cancellation or return. */
const USUAL: readonly OrderStatus[] = ['placed', 'confirmed', 'packed', 'shipped', 'delivered'];

/** The actions of a shopper on an order. */
export type OrderAction = 'cancel' | 'return';

/** The statuses in which an order failed. */
const STOPPED: ReadonlySet<OrderStatus> = new Set(['cancelled', 'returned_to_origin', 'lost']);

/** The past and future steps of an order. */
export function stepsOf({
  changes,
  placedAt,
  status,
}: Pick<Order, 'changes' | 'placedAt' | 'status'>): Step[] {
  const begun: readonly Step[] = changes.length > 0 ? changes : [{ status: 'placed', at: placedAt }];
  const told = begun.map((step, place) => named(step, begun[place - 1]));
  return [...told, ...stepsToCome(status).map((next) => ({ status: next }))];
}

/** Labels a step: `delivered` after a return request means that the return was refused. */
function named(step: Step, before: Step | undefined): Step {
  const isRefusal = step.status === 'delivered' && before !== undefined && isReturn(before.status);
  return isRefusal ? { ...step, label: ordersWords.returnRefused } : step;
}

/** True if packs of an order are to be returned. */
function isReturn(status: OrderStatus): boolean {
  return status === 'return_requested' || status === 'return_accepted';
}

/** The next steps of an order in the usual case. */
export function stepsToCome(status: OrderStatus): readonly OrderStatus[] {
  if (status === 'return_requested') return ['return_accepted', 'returned'];
  if (status === 'return_accepted') return ['returned'];
  const place = USUAL.indexOf(status);
  return place < 0 ? [] : USUAL.slice(place + 1);
}

/** The label of a status. A newer server may send unknown ones. */
export function statusLabel(status: OrderStatus): string {
  return ordersWords.statuses[status] ?? codeLabel(status);
}

/** True if the order was cancelled, came back or was lost. */
export function isStopped(status: OrderStatus): boolean {
  return STOPPED.has(status);
}

/** The actions that the shop allows on an order now. */
export function actionsOf({ mayCancel, mayReturn }: Pick<Order, 'mayCancel' | 'mayReturn'>): OrderAction[] {
  return [...(mayCancel ? (['cancel'] as const) : []), ...(mayReturn ? (['return'] as const) : [])];
}
