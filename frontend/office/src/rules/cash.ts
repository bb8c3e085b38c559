import type { CarrierCash, CashQuery, CashState, CashSum } from '../api/cash';
import type { Tone } from './order_states';

const DAY_MS = 86_400_000;

/** Carriers remit within a week of a delivery; what they keep longer is asked for. */
const DAYS_UNTIL_OVERDUE = 7;

/** Where cash may be: its name in the address, what it is called, and what is read where there is none. */
export interface CashPlace {
  state: CashState;
  name: string;
  label: string;
  empty: string;
}

const TO_COLLECT: CashPlace = {
  state: 'to_collect',
  name: 'to-collect',
  label: 'To collect',
  empty: 'No parcel is on its way whose carrier has to collect cash.',
};

/** The places, in the order in which cash goes through them. */
export const CASH_PLACES: readonly CashPlace[] = [
  TO_COLLECT,
  {
    state: 'collected',
    name: 'collected',
    label: 'Collected',
    empty: 'No carrier has cash of the shop.',
  },
  {
    state: 'remitted',
    name: 'remitted',
    label: 'Remitted',
    empty: 'No carrier remitted anything in the last 30 days.',
  },
];

/** The place of a name in an address. */
export function cashPlaceOf(name: string | null): CashPlace {
  return CASH_PLACES.find((place) => place.name === name) ?? TO_COLLECT;
}

/** What a carrier's cash is in a place. */
export function cashIn(cash: CarrierCash, state: CashState): CashSum {
  return state === 'to_collect' ? cash.toCollect : cash[state];
}

/** The address of the orders behind a sum; of every carrier without one. */
export function cashAddress({ state, carrier }: CashQuery): string {
  const { name } = CASH_PLACES.find((place) => place.state === state) ?? TO_COLLECT;
  const query = new URLSearchParams({ state: name });
  if (carrier) query.set('carrier', carrier);
  return `/cash/orders?${query}`;
}

/** What a carrier is called; parcels that never left have none. */
export function carrierWords(carrier: string): string {
  return carrier || 'Paid before it was shipped';
}

/** `1 order`, `12 orders`. */
export function ordersWords(orders: number): string {
  return orders === 1 ? '1 order' : `${orders} orders`;
}

/** How long cash has waited, and how that looks; what is overdue says so. */
export function waitOf(collectedAt: string, now: number = Date.now()): { words: string; tone: Tone } {
  const days = Math.max(0, Math.floor((now - Date.parse(collectedAt)) / DAY_MS));
  if (days > DAYS_UNTIL_OVERDUE) return { words: `Overdue, ${days} days`, tone: 'bad' };
  const words = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
  return { words, tone: 'plain' };
}

/** What all carriers have together. It is added up in paise: sums of rupees with decimals are not exact. */
export function cashOfAll(carriers: readonly CarrierCash[]): CarrierCash {
  const sum = (state: CashState): CashSum => {
    const sums = carriers.map((cash) => cashIn(cash, state));
    return {
      orders: sums.reduce((all, { orders }) => all + orders, 0),
      amount: sums.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100,
    };
  };
  const oldest = carriers
    .map(({ oldestCollectedAt }) => oldestCollectedAt)
    .filter((at) => at !== undefined)
    .sort()[0];
  return {
    carrier: '',
    toCollect: sum('to_collect'),
    collected: sum('collected'),
    remitted: sum('remitted'),
    ...(oldest && { oldestCollectedAt: oldest }),
  };
}
