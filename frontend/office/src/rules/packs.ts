import type { Order, OrderLine } from '../api/types';

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
  /** For which orders, and how many for each. */
  orders: { orderNumber: string; quantity: number }[];
}

/** What has to be taken from the shelves for these orders, each pack once, by product and weight. */
export function pickList(orders: readonly Order[]): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { orderNumber, lines: wanted } of orders) {
    for (const { productId, productName, weightInGrams, quantity } of wanted) {
      const key = `${productId}/${weightInGrams}`;
      const line = lines.get(key) ?? { key, productName, weightInGrams, quantity: 0, orders: [] };
      line.quantity += quantity;
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
