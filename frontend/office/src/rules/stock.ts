import { create } from '@bufbuild/protobuf';
import { ProductState } from '#contract/shop/catalog/v1/product_editing_pb.js';
import {
  Availability,
  type Pack,
  PackSchema,
  type RecalledOrder,
  type StockCounts,
  StockFilter,
  type StockLevel,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import type { Tone } from './order_states';
import { weightWords } from './packs';

/** The labels of a pack's availability in the shop. */
export const AVAILABILITY: Readonly<Record<Availability, { label: string; tone: Tone }>> = {
  [Availability.UNSPECIFIED]: { label: 'In stock', tone: 'ok' },
  [Availability.IN_STOCK]: { label: 'In stock', tone: 'ok' },
  [Availability.LOW]: { label: 'Low', tone: 'wait' },
  [Availability.SOLD_OUT]: { label: 'Sold out', tone: 'bad' },
};

/** A list of packs. Every list but the first needs staff to act. */
export interface StockList {
  filter: StockFilter;
  /** The name in the address; empty for all packs. */
  name: string;
  label: string;
  /** Returns the number of packs in the list. */
  countOf: (counts: StockCounts) => bigint;
}

const ALL: StockList = {
  filter: StockFilter.UNSPECIFIED,
  name: '',
  label: 'All',
  countOf: ({ all }) => all,
};

/** The lists of packs. */
export const STOCK_LISTS: readonly StockList[] = [
  ALL,
  { filter: StockFilter.LOW, name: 'low', label: 'Low', countOf: ({ low }) => low },
  { filter: StockFilter.SOLD_OUT, name: 'sold_out', label: 'Sold out', countOf: ({ soldOut }) => soldOut },
  {
    filter: StockFilter.MISSING,
    name: 'missing',
    label: 'Missing for orders',
    countOf: ({ missing }) => missing,
  },
];

/** Returns the list with this name in the address, or all packs. */
export function stockListOf(name: string | null): StockList {
  return STOCK_LISTS.find((list) => list.name === name) ?? ALL;
}

/** The packs on a page. */
const PAGE = 100;

/** Returns the request of the first page of a list, with the packs that have these words. */
export function stockRequest({ filter }: StockList, query: string) {
  return { filter, query, pageSize: PAGE, pageToken: '' };
}

/** Returns a warning about a pack, if there is one. */
export function warningOf({ productState, pricePaise, lowestMrpPaise }: StockLevel): string | undefined {
  if (productState === ProductState.DRAFT) return 'Draft';
  if (productState !== ProductState.PUBLISHED) return 'Not on sale';
  // 0 is no price, or no pack that could be sold.
  if (lowestMrpPaise > 0n && lowestMrpPaise < pricePaise) return 'Priced above its MRP';
  return undefined;
}

/** Returns the name of a product. Stock without a name in the catalog has none. */
export function productWords(productName: string): string {
  return productName || 'A product no longer sold';
}

/** Returns the pack of a message, which every answer has. */
export function packOf({ pack }: { pack?: Pack | undefined }): Pack {
  return pack ?? create(PackSchema);
}

/** Returns `Karela Powder 100 g`. */
export function packName(productName: string, { weightInGrams }: Pick<Pack, 'weightInGrams'>): string {
  return `${productWords(productName)} ${weightWords(weightInGrams)}`;
}

/** Returns the address of a pack's batches. */
export function batchesAddress({
  productId,
  weightInGrams,
}: Pick<Pack, 'productId' | 'weightInGrams'>): string {
  return `/stock/${encodeURIComponent(productId)}/${weightInGrams}`;
}

/** Describes what happened to the packs of an order in a recall. */
export function recallWords(order: RecalledOrder): { words: string; tone: Tone } {
  if (order.isReturned) return { words: 'returned already', tone: 'plain' };
  if (order.isShipped) return { words: 'shipped: notify the shopper', tone: 'bad' };
  if (order.isWaiting) return { words: 'waits: there are no other packs', tone: 'wait' };
  return order.isReplaced
    ? { words: 'gets packs of another batch', tone: 'ok' }
    : { words: 'held', tone: 'plain' };
}
