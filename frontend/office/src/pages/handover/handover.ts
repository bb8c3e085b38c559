import * as v from 'valibot';
import type { Order } from '../../api/types';
import { STATES } from '../../rules/order_states';

/** A parcel that is handed to the carrier. */
export interface Parcel {
  order: Order;
  trackingNumber: string;
}

/** Why an order cannot go out; nothing where it can. */
export function reasonNotToShip(order: Order): string | undefined {
  if (isToShip({ order })) return undefined;
  return `${order.orderNumber} is “${STATES[order.status].label}” and not to be handed over.`;
}

/** Whether a parcel is still to leave. */
export function isToShip({ order }: Pick<Parcel, 'order'>): boolean {
  return order.nextStates.includes('shipped');
}

/** What the tab keeps of a list: no name and no address. */
export interface Kept {
  carrier: string;
  /** Numbers of orders with those of their parcels. */
  parcels: readonly (readonly [orderNumber: string, trackingNumber: string])[];
}

const keptSchema = v.object({
  carrier: v.string(),
  parcels: v.array(v.tuple([v.string(), v.string()])),
});

/** The list in what was kept; an empty one where that is something else. */
export function keptIn(value: unknown): Kept {
  const { success, output } = v.safeParse(keptSchema, value);
  return success ? output : { carrier: '', parcels: [] };
}

/** The parcels of a kept list, with their orders as they stand. */
export function restored({ parcels }: Kept, orders: readonly Order[]): Parcel[] {
  const known = new Map(orders.map((order) => [order.orderNumber, order]));
  return parcels.flatMap(([orderNumber, trackingNumber]) => {
    const order = known.get(orderNumber);
    return order ? [{ order, trackingNumber }] : [];
  });
}

/** The parcels with one more, or with one known already at the end: the next tracking number is that one's. */
export function withParcel(parcels: readonly Parcel[], order: Order): Parcel[] {
  const known = parcels.find((each) => each.order.orderNumber === order.orderNumber);
  const others = parcels.filter((each) => each !== known);
  return [...others, { order, trackingNumber: known?.trackingNumber ?? '' }];
}

/** The parcels, the last of which has this tracking number; a number that another one has stays there. */
export function withTracking(
  parcels: readonly Parcel[],
  trackingNumber: string,
): { parcels: readonly Parcel[]; problem?: string } {
  const last = parcels.at(-1);
  if (!last) return { parcels, problem: 'Scan an order first, then the number of its parcel.' };
  const other = parcels.find((each) => each !== last && each.trackingNumber === trackingNumber);
  if (other) return { parcels, problem: `${trackingNumber} is the parcel of ${other.order.orderNumber}.` };
  return { parcels: [...parcels.slice(0, -1), { ...last, trackingNumber }] };
}
