import { create } from '@bufbuild/protobuf';
import {
  type CarrierCash,
  CarrierCashSchema,
  CashState,
  type CashSum,
  CashSumSchema,
} from '#contract/shop/order/v1/cash_pb.js';
import type { Tone } from './order_states';

const DAY_MS = 86_400_000;

/** Carriers remit within a week of delivery. After that, the cash is overdue. */
const DAYS_UNTIL_OVERDUE = 7;

/** A place of cash: its sum in a carrier's cash, its name in the address, its label, and the text of an empty list. */
export interface CashPlace {
  state: CashState;
  sum: 'toCollect' | 'collected' | 'remitted';
  name: string;
  label: string;
  empty: string;
}

const TO_COLLECT: CashPlace = {
  state: CashState.TO_COLLECT,
  sum: 'toCollect',
  name: 'to-collect',
  label: 'To collect',
  empty: 'No parcel is on its way whose carrier has to collect cash.',
};

/** The places of cash, in the order in which cash moves through them. */
export const CASH_PLACES: readonly CashPlace[] = [
  TO_COLLECT,
  {
    state: CashState.COLLECTED,
    sum: 'collected',
    name: 'collected',
    label: 'Collected',
    empty: 'No carrier has cash of the shop.',
  },
  {
    state: CashState.REMITTED,
    sum: 'remitted',
    name: 'remitted',
    label: 'Remitted',
    empty: 'No carrier remitted anything in the last 30 days.',
  },
];

/** Returns the place with this name in the address, or the first one. */
export function cashPlaceOf(name: string | null): CashPlace {
  return CASH_PLACES.find((place) => place.name === name) ?? TO_COLLECT;
}

/** Returns the cash of a carrier in a place. */
export function cashIn(cash: CarrierCash, { sum }: CashPlace): CashSum {
  return cash[sum] ?? create(CashSumSchema);
}

/** Returns the address of the orders behind a sum; without a carrier, of all carriers. */
export function cashAddress({ name }: CashPlace, carrier: string): string {
  const query = new URLSearchParams({ state: name });
  if (carrier) query.set('carrier', carrier);
  return `/cash/orders?${query}`;
}

/** Returns the label of a carrier. Orders that were paid before shipment have none. */
export function carrierWords(carrier: string): string {
  return carrier || 'Paid before it was shipped';
}

/** Returns `1 order` or `12 orders`. */
export function ordersWords(orders: number | bigint): string {
  return Number(orders) === 1 ? '1 order' : `${orders} orders`;
}

/** Returns how long cash has waited, with its tone. Overdue cash is labelled. */
export function waitOf(collectedAt: string, now: number = Date.now()): { words: string; tone: Tone } {
  const days = Math.max(0, Math.floor((now - Date.parse(collectedAt)) / DAY_MS));
  if (days > DAYS_UNTIL_OVERDUE) return { words: `Overdue, ${days} days`, tone: 'bad' };
  const words = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
  return { words, tone: 'plain' };
}

/** Adds up the cash of all carriers. */
export function cashOfAll(carriers: readonly CarrierCash[]): CarrierCash {
  const all = create(CarrierCashSchema, {
    oldestCollectedAt: carriers
      .map(({ oldestCollectedAt }) => oldestCollectedAt)
      .filter(Boolean)
      .sort()[0],
  });
  for (const place of CASH_PLACES) {
    const sums = carriers.map((cash) => cashIn(cash, place));
    all[place.sum] = create(CashSumSchema, {
      orders: sums.reduce((sum, { orders }) => sum + orders, 0n),
      amountPaise: sums.reduce((sum, { amountPaise }) => sum + amountPaise, 0n),
    });
  }
  return all;
}
