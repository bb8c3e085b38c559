import type { DeliveryQuote, NewOrder, PackOnSale } from '../../api/types';

/** Packs of one kind that the caller wants. */
export interface BasketLine {
  pack: PackOnSale;
  quantity: number;
}

/** Packs of one kind that an order takes at most, as in the shop. */
export const MOST_PACKS = 99;

/** Kinds of packs that an order takes at most, as in the shop. */
export const MOST_LINES = 50;

/** What a pack is known by: its code. */
export function keyOf({ sku }: PackOnSale): string {
  return sku;
}

/** The packs whose name, Hindi name, weight or code holds every word. */
export function packsLike(packs: readonly PackOnSale[], typed: string): PackOnSale[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return packs.filter((pack) => {
    const text = `${pack.productName} ${pack.hindiName} ${pack.weightInGrams} g ${pack.sku}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The basket with one more of a pack. */
export function withOne(lines: readonly BasketLine[], pack: PackOnSale): BasketLine[] {
  const known = lines.find((line) => keyOf(line.pack) === keyOf(pack));
  if (!known) return [...lines, { pack, quantity: 1 }];
  return withQuantity(lines, pack, Math.min(known.quantity + 1, MOST_PACKS));
}

/** The basket with so many of a pack; none takes it out. */
export function withQuantity(lines: readonly BasketLine[], pack: PackOnSale, quantity: number): BasketLine[] {
  return lines
    .map((line) => (keyOf(line.pack) === keyOf(pack) ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0);
}

/** What the packs cost, in rupees. */
export function goodsOf(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, { pack, quantity }) => sum + pack.price * quantity, 0);
}

/** What the order costs with its way there, in rupees. */
export function totalOf(
  lines: readonly BasketLine[],
  quote: DeliveryQuote,
  method: NewOrder['paymentMethod'],
): number {
  return goodsOf(lines) + quote.prepaid + (method === 'cod' ? (quote.codFee ?? 0) : 0);
}

/** What a refusal offers instead: what packs cost today, and how many of them are left. */
export interface Offer {
  quotes?: { productId: string; weightInGrams: number; price?: number }[];
  left?: { productId: string; weightInGrams: number; left: number }[];
}

/** The basket as it can be had today: today's prices, no more than is left, nothing that is not sold any more. */
export function asOffered(lines: readonly BasketLine[], { quotes = [], left = [] }: Offer): BasketLine[] {
  return lines.flatMap(({ pack, quantity }) => {
    const quote = ofPack(quotes, pack);
    if (quote && quote.price === undefined) return [];
    const most = ofPack(left, pack)?.left ?? quantity;
    const now = { pack: { ...pack, price: quote?.price ?? pack.price }, quantity: Math.min(quantity, most) };
    return now.quantity > 0 ? [now] : [];
  });
}

function ofPack<Told extends { productId: string; weightInGrams: number }>(
  told: readonly Told[],
  { productId, weightInGrams }: PackOnSale,
): Told | undefined {
  return told.find((each) => each.productId === productId && each.weightInGrams === weightInGrams);
}
