import type { DeliveryQuote, NewOrder, PackOnSale } from '../../api/types';

/** Packs of one kind in the order. */
export interface BasketLine {
  pack: PackOnSale;
  quantity: number;
}

/** The most packs in a line, the same as in the shop. */
export const MOST_PACKS = 99;

/** The most lines of an order, the same as in the shop. */
export const MOST_LINES = 50;

/** Returns the key of a pack: its SKU. */
export function keyOf({ sku }: PackOnSale): string {
  return sku;
}

/** Returns the packs whose name, Hindi name, weight or SKU contains every word. */
export function packsLike(packs: readonly PackOnSale[], typed: string): PackOnSale[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return packs.filter((pack) => {
    const text = `${pack.productName} ${pack.hindiName} ${pack.weightInGrams} g ${pack.sku}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the basket with one more pack. */
export function withOne(lines: readonly BasketLine[], pack: PackOnSale): BasketLine[] {
  const known = lines.find((line) => keyOf(line.pack) === keyOf(pack));
  if (!known) return [...lines, { pack, quantity: 1 }];
  return withQuantity(lines, pack, Math.min(known.quantity + 1, MOST_PACKS));
}

/** Returns the basket with a new quantity of a pack; 0 removes it. */
export function withQuantity(lines: readonly BasketLine[], pack: PackOnSale, quantity: number): BasketLine[] {
  return lines
    .map((line) => (keyOf(line.pack) === keyOf(pack) ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0);
}

/** Returns the price of the packs, in rupees. */
export function goodsOf(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, { pack, quantity }) => sum + pack.price * quantity, 0);
}

/** Returns the total with delivery and COD fee, in rupees. */
export function totalOf(
  lines: readonly BasketLine[],
  quote: DeliveryQuote,
  method: NewOrder['paymentMethod'],
): number {
  return goodsOf(lines) + quote.prepaid + (method === 'cod' ? (quote.codFee ?? 0) : 0);
}

/** The offer in a refusal: current prices, and the packs that are left. */
export interface Offer {
  quotes?: { productId: string; weightInGrams: number; price?: number }[];
  left?: { productId: string; weightInGrams: number; left: number }[];
}

/** Applies an offer to the basket: current prices, at most the packs that are left, no pack that is no longer sold. */
export function asOffered(lines: readonly BasketLine[], { quotes = [], left = [] }: Offer): BasketLine[] {
  return lines.flatMap(({ pack, quantity }) => {
    const quote = ofPack(quotes, pack);
    if (quote && quote.price === undefined) return [];
    const most = ofPack(left, pack)?.left ?? quantity;
    const now = { pack: { ...pack, price: quote?.price ?? pack.price }, quantity: Math.min(quantity, most) };
    return now.quantity > 0 ? [now] : [];
  });
}

function ofPack<Entry extends { productId: string; weightInGrams: number }>(
  entries: readonly Entry[],
  { productId, weightInGrams }: PackOnSale,
): Entry | undefined {
  return entries.find((each) => each.productId === productId && each.weightInGrams === weightInGrams);
}
