import type { ReservedPacks } from '../api/packing';
import type { Order, OrderLine } from '../api/types';
import { packsOfLine, sumOfBatches } from './batches';

/** `100 g`, or `1 kg` where that is shorter. */
export function weightWords(grams: number): string {
  return grams >= 1000 && grams % 100 === 0 ? `${grams / 1000} kg` : `${grams} g`;
}

/** What is in an order, on one line of a list: its first line, and how many others there are. */
export function packsInShort(lines: readonly OrderLine[]): string {
  const [first, ...others] = lines;
  if (!first) return '';
  const times = first.quantity > 1 ? ` × ${first.quantity}` : '';
  const more = others.length > 0 ? `, +${others.length}` : '';
  return `${first.productName} ${weightWords(first.weightInGrams)}${times}${more}`;
}

/** A pack in the list by which somebody goes to the shelves. */
export interface PickLine {
  key: string;
  productName: string;
  weightInGrams: number;
  quantity: number;
  /** From which batches, and how many of each; fewer where nobody counts the packs. */
  batches: readonly ReservedPacks[];
  /** For which orders, and how many for each. */
  orders: { orderNumber: string; quantity: number }[];
}

/** The packs that are reserved for orders, by the ids of these. */
export type ReservedByOrder = ReadonlyMap<string, readonly ReservedPacks[]>;

/** What has to be taken from the shelves for these orders, each pack once, by product and weight. */
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

/** How many packs these orders hold. */
export function countPacks(orders: readonly Order[]): number {
  return orders.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** `1 pack`, `3 packs`. */
export function packsWords(count: number): string {
  return count === 1 ? '1 pack' : `${count} packs`;
}
