import type { PackCounts, Recalled, StockFilter, StockLevel } from '../api/types';
import type { Tone } from './order_states';
import { weightWords } from './packs';

/** The labels of a pack's availability in the shop. */
export const AVAILABILITY: Readonly<Record<StockLevel['availability'], { label: string; tone: Tone }>> = {
  in_stock: { label: 'In stock', tone: 'ok' },
  low: { label: 'Low', tone: 'wait' },
  sold_out: { label: 'Sold out', tone: 'bad' },
};

/** A list of packs. Every list but the first needs staff to act. */
export interface StockList {
  only?: StockFilter;
  label: string;
  /** Returns the number of packs in the list. */
  countOf: (counts: PackCounts) => number;
}

const ALL: StockList = { label: 'All', countOf: ({ all }) => all };

/** The lists of packs. */
export const STOCK_LISTS: readonly StockList[] = [
  ALL,
  { only: 'low', label: 'Low', countOf: ({ low }) => low },
  { only: 'sold_out', label: 'Sold out', countOf: ({ soldOut }) => soldOut },
  { only: 'missing', label: 'Missing for orders', countOf: ({ missing }) => missing },
];

/** Returns the list with this name in the address, or all packs. */
export function stockListOf(name: string | null): StockList {
  return STOCK_LISTS.find(({ only }) => only !== undefined && only === name) ?? ALL;
}

/** Returns a warning about a pack, if there is one. */
export function warningOf({ productState, price, lowestMrp }: StockLevel): string | undefined {
  if (productState === 'draft') return 'Draft';
  if (productState !== 'published') return 'Not on sale';
  if (price !== undefined && lowestMrp !== undefined && lowestMrp < price) return 'Priced above its MRP';
  return undefined;
}

/** Returns the name of a product. Stock without a name in the catalog has none. */
export function productWords(productName: string): string {
  return productName || 'A product no longer sold';
}

/** Returns `Karela Powder 100 g`. */
export function packName({
  productName,
  weightInGrams,
}: {
  productName: string;
  weightInGrams: number;
}): string {
  return `${productWords(productName)} ${weightWords(weightInGrams)}`;
}

/** Returns the address of a pack's batches. */
export function batchesAddress({
  productId,
  weightInGrams,
}: {
  productId: string;
  weightInGrams: number;
}): string {
  return `/stock/${encodeURIComponent(productId)}/${weightInGrams}`;
}

/** Describes what happened to the packs of an order in a recall. */
export function recallWords(order: Recalled['orders'][number]): { words: string; tone: Tone } {
  if (order.isReturned) return { words: 'returned already', tone: 'plain' };
  if (order.isShipped) return { words: 'shipped: notify the shopper', tone: 'bad' };
  if (order.isWaiting) return { words: 'waits: there are no other packs', tone: 'wait' };
  return order.isReplaced
    ? { words: 'gets packs of another batch', tone: 'ok' }
    : { words: 'held', tone: 'plain' };
}
