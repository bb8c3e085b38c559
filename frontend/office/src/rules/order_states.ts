import { OrderStatus } from '#contract/shop/order/v1/order_pb.js';
import type { OrderState } from '../api/types';

/** The colour of a status, always shown with its label. */
export type Tone = 'wait' | 'ok' | 'bad' | 'plain';

interface StateWords {
  /** The label in lists: the next task, or the place of the order. */
  label: string;
  /** The label in the history: what happened. */
  happened: string;
  tone: Tone;
}

/** The labels of order statuses. */
export const STATES: Readonly<Record<OrderState, StateWords>> = {
  placed: { label: 'To confirm', happened: 'Placed', tone: 'wait' },
  confirmed: { label: 'To pack', happened: 'Confirmed', tone: 'wait' },
  packed: { label: 'To ship', happened: 'Packed', tone: 'wait' },
  shipped: { label: 'On the way', happened: 'Shipped', tone: 'plain' },
  delivered: { label: 'Delivered', happened: 'Delivered', tone: 'ok' },
  return_requested: { label: 'Return requested', happened: 'Return requested', tone: 'bad' },
  return_accepted: { label: 'Return on its way', happened: 'Return accepted', tone: 'wait' },
  returned: { label: 'Returned', happened: 'Returned', tone: 'plain' },
  cancelled: { label: 'Cancelled', happened: 'Cancelled', tone: 'plain' },
  returned_to_origin: { label: 'RTO', happened: 'Returned to origin, undelivered (RTO)', tone: 'bad' },
  lost: { label: 'Lost', happened: 'Lost on its way', tone: 'bad' },
};

/** Returns the name of a status of the contract. An unknown status, from a newer order service, counts as placed. */
export function stateOf(status: OrderStatus): OrderState {
  const name = String(OrderStatus[status]).toLowerCase();
  return name in STATES ? (name as OrderState) : 'placed';
}

/** Returns the label of a history entry. A refused return leads back to delivered; a correction keeps the status. */
export function happenedWords(to: OrderState, before: OrderState | undefined): string {
  if (to === before) return 'Corrected';
  return to === 'delivered' && isReturn(before) ? 'Return refused' : STATES[to].happened;
}

/** Returns true if a return is requested or accepted. */
export function isReturn(state: OrderState | undefined): boolean {
  return state === 'return_requested' || state === 'return_accepted';
}

/** A tab of the list of orders: its name in the address, its label and its statuses. */
export interface Tab {
  name: string;
  label: string;
  states: OrderState[];
}

/** The tabs, in the order of an order's life. The first one shows all orders. */
export const TABS: readonly Tab[] = [
  { name: '', label: 'All', states: [] },
  { name: 'to-confirm', label: 'To confirm', states: ['placed'] },
  { name: 'to-pack', label: 'To pack', states: ['confirmed'] },
  { name: 'to-ship', label: 'To ship', states: ['packed'] },
  { name: 'on-the-way', label: 'On the way', states: ['shipped'] },
  { name: 'delivered', label: 'Delivered', states: ['delivered'] },
  { name: 'returns', label: 'Returns', states: ['return_requested', 'return_accepted'] },
  { name: 'ended', label: 'Ended', states: ['returned', 'cancelled', 'returned_to_origin', 'lost'] },
];

/** Returns the tab with this name in the address, or the tab of all orders. */
export function tabOf(name: string | null): Tab {
  const [all] = TABS;
  const found = TABS.find((tab) => tab.name === name) ?? all;
  if (!found) throw new Error('there is a tab for all orders');
  return found;
}

/** Returns the number of orders in a tab. Undefined without counts, and for ended orders, which need no work. */
export function countOf(
  tab: Tab,
  counts: readonly { status: OrderState; orders: number }[] | undefined,
): number | undefined {
  const found = counts?.filter(({ status }) => tab.states.includes(status)) ?? [];
  if (found.length === 0 || tab.name === 'ended') return undefined;
  return found.reduce((sum, { orders }) => sum + orders, 0);
}
