import type { Order, OrderStatus, ReturnedLine } from '../api/types';
import { ordersWords } from '#words/orders';
import { codeLabel } from 'shared/rules/code_label';

/** A state of an order, and when it came to it; none when that is still to come. */
export interface Step {
  status: OrderStatus;
  at?: string;
  /** What it is called, where the state alone does not tell. */
  label?: string;
  /** Which packs a return is about, when it is not all of the order. */
  lines?: readonly ReturnedLine[];
}

/** The states that an order goes through when nobody changes their mind. */
const USUAL: readonly OrderStatus[] = ['placed', 'confirmed', 'packed', 'shipped', 'delivered'];

/** What a shopper may want with an order. */
export type OrderAction = 'cancel' | 'return';

/** States that the shopper did not wish for when ordering. */
const STOPPED: ReadonlySet<OrderStatus> = new Set(['cancelled', 'came_back', 'lost']);

/** What happened to an order, and what is still to come. */
export function stepsOf({
  changes,
  placedAt,
  status,
}: Pick<Order, 'changes' | 'placedAt' | 'status'>): Step[] {
  const begun: readonly Step[] = changes.length > 0 ? changes : [{ status: 'placed', at: placedAt }];
  const told = begun.map((step, place) => named(step, begun[place - 1]));
  return [...told, ...stepsToCome(status).map((next) => ({ status: next }))];
}

/** A step by what it meant: a delivery that follows the wish for a return is that return, refused. */
function named(step: Step, before: Step | undefined): Step {
  const isRefusal = step.status === 'delivered' && before !== undefined && isReturn(before.status);
  return isRefusal ? { ...step, label: ordersWords.returnRefused } : step;
}

/** Whether packs of an order are to come back. */
function isReturn(status: OrderStatus): boolean {
  return status === 'return_requested' || status === 'return_accepted';
}

/** What an order has still before it, if all goes as usual. */
export function stepsToCome(status: OrderStatus): readonly OrderStatus[] {
  if (status === 'return_requested') return ['return_accepted', 'returned'];
  if (status === 'return_accepted') return ['returned'];
  const place = USUAL.indexOf(status);
  return place < 0 ? [] : USUAL.slice(place + 1);
}

/** A state as a shopper reads it; a newer shop may have others. */
export function statusLabel(status: OrderStatus): string {
  return ordersWords.statuses[status] ?? codeLabel(status);
}

/** Whether the order ended before it reached the shopper, or without them. */
export function isStopped(status: OrderStatus): boolean {
  return STOPPED.has(status);
}

/** What the shop says that the shopper may do with an order now. */
export function actionsOf({ mayCancel, mayReturn }: Pick<Order, 'mayCancel' | 'mayReturn'>): OrderAction[] {
  return [...(mayCancel ? (['cancel'] as const) : []), ...(mayReturn ? (['return'] as const) : [])];
}
