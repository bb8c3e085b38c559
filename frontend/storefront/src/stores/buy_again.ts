import type { OrderedLine } from '../api/types';
import { type Again, buyAgain, itemsOf } from '../rules/buy_again';
import { useCart } from './cart';
import { addToCart } from './cart_changes';
import { askForRest } from './rest_of_cart';

/**
 * Puts what can be had of an order today into the cart; answers what went there and what did not. Rejects when a shop of
 * many products cannot be asked about them.
 */
export async function putIntoCartAgain(lines: readonly OrderedLine[]): Promise<Again> {
  const { data, whole, items } = useCart.getState();
  // The cart's own lines are asked for with them: the answer takes the place of what is known of the cart.
  const products = whole ? data : (await askForRest([...items, ...itemsOf(lines)], data)).products;
  const again = buyAgain(lines, products, useCart.getState().items);
  addToCart(again.items);
  return again;
}
