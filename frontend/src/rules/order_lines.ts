import type { OrderLine, Quote } from '../api/types';
import { type CartItem, type CheckedItems, offerItems, unknownOffer } from './cart_items';

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
    const quote = quotes.find(
      ({ productId, weightInGrams }) => productId === item._id && weightInGrams === item.selectedWeight,
    );
    if (!quote) return unknownOffer(item);
    return quote.price === null ? undefined : { price: quote.price, productName: quote.productName };
  });
}
