import type { Recalled, StockLevel } from '../api/types';
import type { Tone } from './order_states';
import { weightWords } from './packs';

/** How shoppers see a pack. */
export const AVAILABILITY: Readonly<Record<StockLevel['availability'], { label: string; tone: Tone }>> = {
  in_stock: { label: 'In stock', tone: 'ok' },
  low: { label: 'Low', tone: 'wait' },
  sold_out: { label: 'Sold out', tone: 'bad' },
};

/** Which packs are listed. */
export interface StockFilter {
  name: string;
  label: string;
  has: (level: StockLevel) => boolean;
}

const ALL: StockFilter = { name: '', label: 'All', has: () => true };

/** The lists of packs; each but the first asks for somebody. */
export const FILTERS: readonly StockFilter[] = [
  ALL,
  { name: 'low', label: 'Low', has: ({ availability }) => availability === 'low' },
  { name: 'sold-out', label: 'Sold out', has: ({ availability }) => availability === 'sold_out' },
  { name: 'missing', label: 'Missing for orders', has: ({ missing }) => missing > 0 },
];

/** The list of a name in an address; all packs for a name that there is not. */
export function filterOf(name: string | null): StockFilter {
  return FILTERS.find((filter) => filter.name === name) ?? ALL;
}

/** What a product is called; stock of one that the shop does not sell any more has no name. */
export function productWords(productName: string): string {
  return productName || 'A product no longer sold';
}

/** `Karela Powder 100 g`. */
export function packName({
  productName,
  weightInGrams,
}: {
  productName: string;
  weightInGrams: number;
}): string {
  return `${productWords(productName)} ${weightWords(weightInGrams)}`;
}

/** Where the batches of a pack are. */
export function batchesAddress({
  productId,
  weightInGrams,
}: {
  productId: string;
  weightInGrams: number;
}): string {
  return `/stock/${encodeURIComponent(productId)}/${weightInGrams}`;
}

/** What became of the packs of an order that a recall found. */
export function recallWords(order: Recalled['orders'][number]): { words: string; tone: Tone } {
  if (order.isReturned) return { words: 'came back already', tone: 'plain' };
  if (order.isShipped) return { words: 'shipped: notify the shopper', tone: 'bad' };
  if (order.isWaiting) return { words: 'waits: there are no other packs', tone: 'wait' };
  return order.isReplaced
    ? { words: 'gets packs of another batch', tone: 'ok' }
    : { words: 'held', tone: 'plain' };
}
