import type { OrderLine, PackLeft, Quote } from '../api/types';
import { type CartItem, type CheckedItems, offerItems, unknownOffer } from './cart_items';

type Line = Pick<CartItem, '_id' | 'selectedWeight'>;

/** The cart as the order service wants it. */
export function orderLines(items: readonly CartItem[]): OrderLine[] {
  return items.map((item) => ({
    productName: item.productName,
    productId: item._id,
    weightInGrams: item.selectedWeight,
    quantity: item.quantity,
    basePrice: item.price,
    actualPrice: item.price * item.quantity,
  }));
}

/** Gives the items the prices that came with a refused order just now; those it says nothing of stay as they are. */
export function quoteItems(items: readonly CartItem[], quotes: readonly Quote[]): CheckedItems {
  const quoteOf = (item: Line) => quotes.find((told) => isOf(item, told));
  const quotedAt = Date.now();
  const lines = items.map((item) => (quoteOf(item) ? { ...item, quotedAt } : item));
  return offerItems(lines, (item) => {
    const quote = quoteOf(item);
    if (!quote) return unknownOffer(item);
    return quote.price === null ? undefined : { price: quote.price, productName: quote.productName };
  });
}

/** How many packs of a line are left, by what came with a refused order; undefined when it says nothing of the line. */
export function leftOf(line: Line, packs: readonly PackLeft[]): number | undefined {
  return packs.find((told) => isOf(line, told))?.left;
}

function isOf(
  line: Line,
  { productId, weightInGrams }: Pick<PackLeft, 'productId' | 'weightInGrams'>,
): boolean {
  return productId === line._id && weightInGrams === line.selectedWeight;
}
