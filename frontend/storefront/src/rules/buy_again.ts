import type { Card, OrderedLine } from '../api/types';
import { type CartItem, countItems, isSameLine, mergeItems, photosOf } from './cart_items';
import { packsLeft } from './stock';

/** The items of an order to add to the cart again, and the missing ones. */
export interface Again {
  items: CartItem[];
  missing: Missing[];
}

/** An order line that is not fully available: the packs added, and the reason. */
export interface Missing {
  line: OrderedLine;
  added: number;
  why: 'gone' | 'soldOut' | 'fewer';
}

/** The lines of an order as cart items, unchanged. */
export function itemsOf(lines: readonly OrderedLine[]): CartItem[] {
  return lines.map(({ productId, productName, weightInGrams, quantity, price }) => ({
    _id: productId,
    productName,
    selectedWeight: weightInGrams,
    quantity,
    price,
    photos: [],
  }));
}

/** The lines of an order that can be bought today, in addition to the cart: at current prices, within stock and the cart's limits. */
export function buyAgain(
  lines: readonly OrderedLine[],
  products: readonly Card[],
  cart: readonly CartItem[],
): Again {
  const again: Again = { items: [], missing: [] };
  for (const line of lines) {
    const { item, left } = offerOf(line, products);
    const before = mergeItems(cart, again.items);
    const held = before.find((other) => item && isSameLine(item, other))?.quantity ?? 0;
    const wanted = Math.min(line.quantity, left - held);
    const items = item && wanted > 0 ? [{ ...item, quantity: wanted }] : [];
    const added = countItems(mergeItems(before, items)) - countItems(before);
    if (item && added > 0) again.items.push({ ...item, quantity: added });
    if (added < line.quantity) again.missing.push({ line, added, why: whyMissing(item, left) });
  }
  return again;
}

/** The current offer for an order line, and the number of packs left. */
function offerOf(line: OrderedLine, products: readonly Card[]): { item?: CartItem; left: number } {
  const product = products.find(({ _id }) => _id === line.productId);
  const variant = product?.variants.find(({ weightInGrams }) => weightInGrams === line.weightInGrams);
  if (!product || !variant) return { left: 0 };
  const item = {
    _id: product._id,
    productName: product.productName,
    selectedWeight: variant.weightInGrams,
    quantity: line.quantity,
    price: variant.price,
    photos: photosOf(product),
  };
  return { item, left: packsLeft(variant) };
}

function whyMissing(item: CartItem | undefined, left: number): Missing['why'] {
  if (!item) return 'gone';
  return left > 0 ? 'fewer' : 'soldOut';
}
