import type { PackOf } from '../api/held';
import type { Tone } from './order_states';

const HOUR_MS = 3_600_000;

/** An order that expires within a working day is urgent. */
const SOON_MS = 8 * HOUR_MS;

/** Returns `less than an hour`, `1 hour`, `47 hours` or `3 days`. */
export function spanWords(ms: number): string {
  const hours = Math.floor(Math.max(0, ms) / HOUR_MS);
  if (hours === 0) return 'less than an hour';
  if (hours === 1) return '1 hour';
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

/** Returns when an order expires, with its tone. */
export function endWords(endsAt: string | undefined, now: number): { words: string; tone: Tone } {
  if (!endsAt) return { words: 'Not cancelled automatically', tone: 'plain' };
  const left = Date.parse(endsAt) - now;
  if (left <= 0) return { words: 'Cancelled in a few minutes', tone: 'bad' };
  return { words: `Cancelled in ${spanWords(left)}`, tone: left < SOON_MS ? 'wait' : 'plain' };
}

/** Returns the address of the page of held packs: of all orders, or of the orders with one pack. */
export function heldAddress(pack?: PackOf): string {
  if (!pack) return '/stock/held';
  const query = new URLSearchParams({ product: pack.productId, grams: String(pack.weightInGrams) });
  return `/stock/held?${query}`;
}

/** Returns the pack in an address, or undefined if the address names no valid one. */
export function heldPackOf(search: URLSearchParams): PackOf | undefined {
  const productId = search.get('product');
  const weightInGrams = Number(search.get('grams'));
  return productId && Number.isInteger(weightInGrams) && weightInGrams > 0
    ? { productId, weightInGrams }
    : undefined;
}
