import type { PackCounts, Recalled, StockFilter, StockLevel } from '../api/types';
import type { Tone } from './order_states';
import { weightWords } from './packs';

/** How shoppers see a pack. */
export const AVAILABILITY: Readonly<Record<StockLevel['availability'], { label: string; tone: Tone }>> = {
  in_stock: { label: 'In stock', tone: 'ok' },
  low: { label: 'Low', tone: 'wait' },
  sold_out: { label: 'Sold out', tone: 'bad' },
};

/** Which packs are listed; each list but the first asks for somebody. */
export interface StockList {
  only?: StockFilter;
  label: string;
  /** How many packs it has. */
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

/** The list of a name in an address; all packs for a name that there is not. */
export function stockListOf(name: string | null): StockList {
  return STOCK_LISTS.find(({ only }) => only !== undefined && only === name) ?? ALL;
}

/** What somebody should know of a pack beside how many there are; nothing of most. */
export function warningOf({ productState, price, lowestMrp }: StockLevel): string | undefined {
  if (productState === 'draft') return 'Draft';
  if (productState !== 'published') return 'Not on sale';
  if (price !== undefined && lowestMrp !== undefined && lowestMrp < price) return 'Priced above its MRP';
  return undefined;
}

/** What a product is called; stock that the catalog has not named yet has no name. */
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
