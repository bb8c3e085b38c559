import type { Order } from '../../api/types';
import { STATES } from '../../rules/order_states';

/** A parcel that is handed to the carrier. */
export interface Parcel {
  order: Order;
  trackingNumber: string;
}

/** Why an order cannot go out; nothing where it can. */
export function reasonNotToShip({ orderNumber, status, nextStates }: Order): string | undefined {
  return nextStates.includes('shipped')
    ? undefined
    : `${orderNumber} is “${STATES[status].label}” and not to be handed over.`;
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
