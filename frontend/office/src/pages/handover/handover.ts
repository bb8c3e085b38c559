import * as v from 'valibot';
import type { Order } from '../../api/types';
import { STATES } from '../../rules/order_states';

/** A parcel to hand to the carrier. */
export interface Parcel {
  order: Order;
  trackingNumber: string;
}

/** Returns why an order cannot be shipped, or undefined if it can. */
export function reasonNotToShip(order: Order): string | undefined {
  if (isToShip({ order })) return undefined;
  return `${order.orderNumber} is “${STATES[order.status].label}”, so it cannot be handed over.`;
}

/** Returns true if a parcel is not shipped yet. */
export function isToShip({ order }: Pick<Parcel, 'order'>): boolean {
  return order.nextStates.includes('shipped');
}

/** The list as the tab stores it, without names and addresses. */
export interface Kept {
  carrier: string;
  /** Order numbers with tracking numbers. */
  parcels: readonly (readonly [orderNumber: string, trackingNumber: string])[];
}

const keptSchema = v.object({
  carrier: v.string(),
  parcels: v.array(v.tuple([v.string(), v.string()])),
});

/** Parses a stored list; returns an empty one if it is invalid. */
export function keptIn(value: unknown): Kept {
  const { success, output } = v.safeParse(keptSchema, value);
  return success ? output : { carrier: '', parcels: [] };
}

/** Returns the parcels of a stored list, with their current orders. */
export function restored(parcels: Kept['parcels'], orders: readonly Order[]): Parcel[] {
  const known = new Map(orders.map((order) => [order.orderNumber, order]));
  return parcels.flatMap(([orderNumber, trackingNumber]) => {
    const order = known.get(orderNumber);
    return order ? [{ order, trackingNumber }] : [];
  });
}

/** Adds scanned parcels to a stored list that is not restored yet. A parcel that is scanned again moves to the end. */
export function withKept(kept: Kept['parcels'], scanned: Kept['parcels']): Kept['parcels'] {
  const trackingNumbers = new Map(kept);
  const again = new Set(scanned.map(([orderNumber]) => orderNumber));
  return [
    ...kept.filter(([orderNumber]) => !again.has(orderNumber)),
    ...scanned.map(
      ([number, tracking]) => [number, tracking || (trackingNumbers.get(number) ?? '')] as const,
    ),
  ];
}

/** Returns parcels as the tab stores them. */
export function toKeep(parcels: readonly Parcel[]): Kept['parcels'] {
  return parcels.map(({ order, trackingNumber }) => [order.orderNumber, trackingNumber]);
}

/** Adds a parcel, or moves a known one to the end, because the next tracking number is for the last parcel. */
export function withParcel(parcels: readonly Parcel[], order: Order): Parcel[] {
  const known = parcels.find((each) => each.order.orderNumber === order.orderNumber);
  const others = parcels.filter((each) => each !== known);
  return [...others, { order, trackingNumber: known?.trackingNumber ?? '' }];
}

/** Sets the tracking number of the last parcel. A number that another parcel has is refused. */
export function withTracking(
  parcels: readonly Parcel[],
  trackingNumber: string,
): { parcels: readonly Parcel[]; problem?: string } {
  const last = parcels.at(-1);
  if (!last) return { parcels, problem: 'Scan an order first, then the number of its parcel.' };
  const other = parcels.find((each) => each !== last && each.trackingNumber === trackingNumber);
  if (other) return { parcels, problem: `${trackingNumber} belongs to ${other.order.orderNumber}.` };
  return { parcels: [...parcels.slice(0, -1), { ...last, trackingNumber }] };
}
