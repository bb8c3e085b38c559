import type { OrderLine, PackLeft, Quote } from '../api/types';
import { type CartItem, type CheckedItems, offerItems, unknownOffer } from './cart_items';

type Line = Pick<CartItem, '_id' | 'selectedWeight'>;

/** The cart as the lines of an order payload. */
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

/** Updates items with the prices from a refused order. Items without a quote stay as they are. */
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

/** The packs left of a line according to a refused order; undefined if it does not name the line. */
export function leftOf(line: Line, packs: readonly PackLeft[]): number | undefined {
  return packs.find((told) => isOf(line, told))?.left;
}

function isOf(
  line: Line,
  { productId, weightInGrams }: Pick<PackLeft, 'productId' | 'weightInGrams'>,
): boolean {
  return productId === line._id && weightInGrams === line.selectedWeight;
}
