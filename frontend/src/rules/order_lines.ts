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

/** Gives the items the prices that came with a refused order; those it says nothing of stay as they are. */
export function quoteItems(items: readonly CartItem[], quotes: readonly Quote[]): CheckedItems {
  return offerItems(items, (item) => {
    const quote = quotes.find((told) => isOf(item, told));
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
