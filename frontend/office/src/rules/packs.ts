import type { ReservedPacks } from '../api/packing';
import type { Order, OrderLine } from '../api/types';
import { packsOfLine, sumOfBatches } from './batches';

/** Returns `100 g`, or `1 kg` if that is shorter. */
export function weightWords(grams: number): string {
  return grams >= 1000 && grams % 100 === 0 ? `${grams / 1000} kg` : `${grams} g`;
}

/** Summarises the lines of an order for a list: the first line, and the number of other lines. */
export function packsInShort(lines: readonly OrderLine[]): string {
  const [first, ...others] = lines;
  if (!first) return '';
  const times = first.quantity > 1 ? ` × ${first.quantity}` : '';
  const more = others.length > 0 ? `, +${others.length}` : '';
  return `${first.productName} ${weightWords(first.weightInGrams)}${times}${more}`;
}

/** A line of the pick list: a pack to take from the shelves. */
export interface PickLine {
  key: string;
  productName: string;
  weightInGrams: number;
  quantity: number;
  /** The batches with their quantities. They cover fewer packs if some packs are not tracked in stock. */
  batches: readonly ReservedPacks[];
  /** The orders with their quantities. */
  orders: { orderNumber: string; quantity: number }[];
}

/** Reserved packs by order id. */
export type ReservedByOrder = ReadonlyMap<string, readonly ReservedPacks[]>;

/** Builds the pick list of these orders: each pack once, sorted by product and weight. */
export function pickList(orders: readonly Order[], reserved: ReservedByOrder = new Map()): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { orderId, orderNumber, lines: wanted } of orders) {
    for (const each of wanted) {
      const { productId, productName, weightInGrams, quantity } = each;
      const key = `${productId}/${weightInGrams}`;
      const line = lines.get(key) ?? {
        key,
        productName,
        weightInGrams,
        quantity: 0,
        batches: [],
        orders: [],
      };
      line.quantity += quantity;
      line.batches = sumOfBatches([...line.batches, ...packsOfLine(reserved.get(orderId) ?? [], each)]);
      line.orders.push({ orderNumber, quantity });
      lines.set(key, line);
    }
  }
  return [...lines.values()].sort(
    (a, b) => a.productName.localeCompare(b.productName) || a.weightInGrams - b.weightInGrams,
  );
}

/** Counts the packs of these orders. */
export function countPacks(orders: readonly Order[]): number {
  return orders.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns `1 pack` or `3 packs`. */
export function packsWords(count: number): string {
  return count === 1 ? '1 pack' : `${count} packs`;
}
